// Deductions in words, and in the order in which a player acts on them. Flags prove nothing, but a mine under
// a flag is no news to the player. sentences.cpp chooses the sentence that says why the claims of a deduction
// follow from its premises.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "board/position.hpp"
#include "deduction/explainer.hpp"
#include "deduction/phrase.hpp"

namespace sapper {

// In ascending order.
using Cells = std::vector<Cell>;

// What a number of a deduction says about the cells that are still unknown.
struct NumberClue {
    Cell number;
    Cells cells;               // the unknown hidden cells around it
    std::int64_t need;         // the mines among these cells
    std::int64_t known_mines;  // the known mines around it, exploded ones included
};

// The cells that deductions decide, each once.
class Decisions {
  public:
    Decisions(std::size_t cells, std::span<const Deduction> deductions);

    // The deduction that decides the cell. There must be one.
    std::size_t source(Cell cell) const { return sources_[cell]; }
    // Whether the cell is a mine, if one of the first `count` deductions decides it.
    std::optional<bool> mine(Cell cell, std::size_t count) const {
        return sources_[cell] < count ? std::optional(mines_[cell]) : std::nullopt;
    }

  private:
    std::vector<std::uint32_t> sources_;
    std::vector<bool> mines_;
};

// The hidden cells that earlier deductions decide.
class EarlierDecisions {
  public:
    EarlierDecisions(const Decisions& decisions, std::span<const Deduction> before)
        : decisions_(decisions), before_(before) {}

    // Whether the cell is a mine, if that is known.
    std::optional<bool> operator[](Cell cell) const { return decisions_.mine(cell, before_.size()); }
    std::int64_t mines() const;

  private:
    const Decisions& decisions_;
    std::span<const Deduction> before_;
};

// The clue of a number. mine_at(cell) says of a hidden cell whether it is a mine, if that is known.
template <typename MineAt>
NumberClue clue_of(const Position& position, Cell number, MineAt mine_at) {
    NumberClue clue{number, {}, 0, 0};
    for (const Cell cell : position.topology->neighbours(number)) {
        const Mark mark = position.marks[cell];
        const std::optional<bool> mine = is_hidden(mark) ? mine_at(cell) : mark == kExploded;
        if (!mine) {
            clue.cells.push_back(cell);
        } else if (*mine) {
            ++clue.known_mines;
        }
    }
    clue.need = position.marks[number] - clue.known_mines;
    return clue;
}

Cells both(const Cells& one, const Cells& other);
Cells either(const Cells& one, const Cells& other);
Cells without(const Cells& one, const Cells& other);

// The name of the pattern of numbers along a wall of hidden cells, if the deduction is one. A pattern has two
// numbers side by side on a square board or torus, and all their hidden cells lie in one line along them. 1-1
// proves a cell safe, and 1-2 proves a mine. Two 1-2 patterns that share their 2 make a 1-2-1, and two with
// their 2s side by side make a 1-2-2-1. A number stands for the mines that it still needs, so a position
// counts, too, if it reduces to a pattern. `earlier` has the cells that are known before the deduction.
std::optional<std::string_view> pattern_of(const Position& position, const EarlierDecisions& earlier,
                                           const Deduction& deduction);

// The names of cells, those of a row together. On a graph, the name of a cell is its number, and on other
// boards without rows and columns its coordinates. Of many cells, names only a few.
Phrase name_cells(const Topology& topology, std::span<const Cell> cells);
// A clause that says that one or more cells are safe, or that they are mines.
Phrase cells_that_are(const Topology& topology, std::span<const Cell> cells, bool mines);

// The sentence of a deduction. `earlier` has the cells that are known before it.
Phrase sentence_of(const Position& position, const EarlierDecisions& earlier, const Deduction& deduction);

// An explanation of a position, with sentences. It makes the sentence of a deduction only when a caller reads
// it: a large board has hundreds of thousands of deductions, and callers read few. A `place` is the index of
// a deduction.
class ExplanationInWords {
  public:
    // The explanation must be one of the position.
    ExplanationInWords(const Position& position, Explanation explanation);

    const Position& position() const { return position_; }
    const std::vector<Deduction>& deductions() const { return deductions_; }
    bool complete() const { return complete_; }
    // The places in the order to act on the deductions: first those that prove cells safe, then those that
    // prove only mines. Of each kind the easiest come first, and of these the ones that rest on the fewest
    // cells that the player has not marked. Leaves out deductions that only prove flagged mines.
    const std::vector<std::size_t>& in_turn() const { return in_turn_; }

    // The name that players have for the deduction, if there is one.
    std::optional<std::string_view> pattern(std::size_t place) const;
    Phrase sentence(std::size_t place) const;
    // The places of all earlier deductions on which the deduction rests, ascending. Mines with flags need
    // none.
    std::vector<std::size_t> support(std::size_t place) const;
    // The sentences of the support and of the deduction itself, and the flags that it proves wrong.
    Phrase explanation(std::size_t place) const;
    // The premises of the deduction and of its support, each cell once.
    Premises premises(std::size_t place) const;

  private:
    bool has_flag(Cell cell) const { return position_.marks[cell] == kFlag; }
    EarlierDecisions decisions_before(std::size_t place) const;
    Cells unmarked_cells_of(std::size_t place) const;
    std::vector<std::size_t> support_in_words(std::size_t place) const;
    std::vector<Phrase> clauses_of(const Cells& cells) const;
    std::vector<std::size_t> put_in_turn() const;

    Position position_;
    std::vector<Deduction> deductions_;
    bool complete_;
    Decisions decisions_;
    std::vector<std::size_t> in_turn_;
};

}  // namespace sapper

// What the numbers of a deduction say about the cells that are still unknown, and the pattern that the
// numbers make.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "board/position.hpp"
#include "deduction/explainer.hpp"

namespace sapper {

// In ascending order.
using Cells = std::vector<Cell>;

struct NumberClue {
    Cell number;
    Cells cells;               // the unknown hidden cells around it
    std::int64_t need;         // the mines among these cells
    std::int64_t known_mines;  // the known mines around it, exploded ones included
};

// The cells that deductions decide, each once.
class DecidedCells {
  public:
    DecidedCells(std::size_t cells, std::span<const Deduction> deductions);

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
class KnownCells {
  public:
    KnownCells(const DecidedCells& decided, std::span<const Deduction> before)
        : decided_(decided), before_(before) {}

    // Whether the cell is a mine, if that is known.
    std::optional<bool> operator[](Cell cell) const { return decided_.mine(cell, before_.size()); }
    std::int64_t mines() const;

  private:
    const DecidedCells& decided_;
    std::span<const Deduction> before_;
};

// The clue of a number. known(cell) says of a hidden cell whether it is a mine, if that is known.
template <typename Known>
NumberClue clue_of(const Position& position, Cell number, Known known) {
    NumberClue clue{number, {}, 0, 0};
    for (const Cell cell : position.topology->neighbours(number)) {
        const Mark mark = position.marks[cell];
        const std::optional<bool> mine = is_hidden(mark) ? known(cell) : mark == kExploded;
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
// counts, too, if it reduces to a pattern. `known` has the cells that are known before the deduction.
std::optional<std::string_view> pattern_of(const Position& position, const KnownCells& known,
                                           const Deduction& deduction);

}  // namespace sapper

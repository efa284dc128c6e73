// What the numbers of a deduction say about the cells that are not known yet, and the pattern that they make.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "board/position.hpp"
#include "deduction/explainer.hpp"

namespace sapper {

// Ascending.
using Cells = std::vector<Cell>;

struct NumberClue {
    Cell number;
    Cells cells;         // the hidden cells around it that are not known
    std::int64_t need;   // the mines among these cells
    std::int64_t found;  // the mines around it that are known or exploded
};

// The hidden cells that deductions find, each once.
class FoundCells {
  public:
    FoundCells(std::size_t cells, std::span<const Deduction> deductions);

    // The deduction that finds the cell. Expects that one does.
    std::size_t source(Cell cell) const { return sources_[cell]; }
    // Whether it is a mine, if one of the first `count` deductions finds it.
    std::optional<bool> mine(Cell cell, std::size_t count) const {
        return sources_[cell] < count ? std::optional(mines_[cell]) : std::nullopt;
    }

  private:
    std::vector<std::uint32_t> sources_;
    std::vector<bool> mines_;
};

// The hidden cells that are known before a deduction.
class KnownCells {
  public:
    KnownCells(const FoundCells& found, std::span<const Deduction> before) : found_(found), before_(before) {}

    // Whether it is a mine, if that is known.
    std::optional<bool> operator[](Cell cell) const { return found_.mine(cell, before_.size()); }
    std::int64_t mines() const;

  private:
    const FoundCells& found_;
    std::span<const Deduction> before_;
};

// What a number says. `known(cell)` says of a hidden cell whether it is a mine, if that is known.
template <typename Known>
NumberClue clue_of(const Position& position, Cell number, Known known) {
    NumberClue clue{number, {}, 0, 0};
    for (const Cell cell : position.topology->neighbours(number)) {
        const Mark mark = position.marks[cell];
        const std::optional<bool> mine = is_hidden(mark) ? known(cell) : mark == kExploded;
        if (!mine) {
            clue.cells.push_back(cell);
        } else if (*mine) {
            ++clue.found;
        }
    }
    clue.need = position.marks[number] - clue.found;
    return clue;
}

Cells both(const Cells& one, const Cells& other);
Cells either(const Cells& one, const Cells& other);
Cells without(const Cells& one, const Cells& other);

// The name of the pattern of numbers along a wall of hidden cells, if the deduction is one. A pattern has two
// numbers side by side on a square board or torus, and all their hidden cells lie in one line along them. 1-1
// proves a cell safe, and 1-2 proves a mine. Two 1-2 patterns that share their 2 make a 1-2-1, and two with
// their 2s side by side make a 1-2-2-1. A number stands for the mines that it still needs, so positions that
// reduce to a pattern count, too. `found` has the cells that were known before the deduction.
std::optional<std::string_view> pattern_of(const Position& position, const KnownCells& found,
                                           const Deduction& deduction);

}  // namespace sapper

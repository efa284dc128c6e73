// What the numbers of a deduction say about the cells that are not known yet.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "board/position.hpp"
#include "knowledge/explainer.hpp"

namespace sapper {

// Ascending.
using Cells = std::vector<Cell>;

struct NumberClue {
    Cell number;
    Cells cells;         // the hidden cells around it that are not known
    std::int64_t need;   // the mines among these cells
    std::int64_t found;  // the mines around it that are known or exploded
};

// The hidden cells that deductions have found.
class KnownCells {
  public:
    explicit KnownCells(std::size_t cells) : states_(cells, State::unknown) {}

    void learn(Claim claim) {
        states_[claim.cell] = claim.mine ? State::mine : State::safe;
        mines_ += claim.mine;
    }
    // Whether it is a mine, if that is known.
    std::optional<bool> operator[](Cell cell) const {
        return states_[cell] == State::unknown ? std::nullopt : std::optional(states_[cell] == State::mine);
    }
    std::int64_t mines() const { return mines_; }

  private:
    enum class State : std::uint8_t { unknown, safe, mine };

    std::vector<State> states_;
    std::int64_t mines_ = 0;
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

}  // namespace sapper

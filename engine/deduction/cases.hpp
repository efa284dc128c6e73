// Supposes that a cell is a mine, or safe, and follows single numbers: a number that needs no more mines
// makes the cells around it safe, and one that needs them all makes them mines. If some number then has too
// many mines or too few, the supposition is wrong. Stops after more cells than a person could follow.
#pragma once

#include <cstdint>
#include <vector>

#include "deduction/number_facts.hpp"

namespace sapper {

class Trial {
  public:
    static constexpr std::size_t kMostCells = 64;

    struct Step {
        Claim claim;
        Cell number;  // the number that forces this step; kNoCell for the supposition
    };

    explicit Trial(std::size_t cells)
        : place_(cells, 0), need_(cells), around_(cells), is_touched_(cells, 0) {}

    // Whether the supposition leads to a contradiction. With `used`, ignores other numbers.
    bool refutes(const Facts& facts, Claim supposition, const std::vector<bool>* used = nullptr);

    // After a refutation: the steps that the contradiction needs, in order, and the number that contradicts
    // them.
    const std::vector<Step>& steps() const { return steps_; }
    Cell conflict() const { return conflict_; }
    // The numbers of the steps and the one that contradicts them, ascending.
    std::vector<Cell> numbers() const;

  private:
    void assign(const Facts& facts, Claim claim, Cell number);
    bool apply(const Facts& facts, Cell number);
    void mark_needed_steps(const Facts& facts);
    void need_cells_of(const Facts& facts, Cell number, std::uint32_t before, bool mines);

    std::vector<Step> steps_;
    std::vector<std::uint32_t> place_;  // per cell: 1 + index of its step, or 0
    std::vector<std::int32_t> need_;    // per number in touched_
    std::vector<std::int32_t> around_;
    std::vector<std::uint8_t> is_touched_;
    std::vector<Cell> queue_;  // the numbers around the cells of the steps, in order; some more than once
    std::vector<Cell> touched_;
    std::vector<bool> is_needed_;  // per step
    Cell conflict_ = kNoCell;
};

}  // namespace sapper

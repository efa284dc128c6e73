// What may follow when a hidden cell of a position is opened. It analyses the position after every number
// that the cell could show. Throws Contradiction for a position that no configuration fits, BudgetExceeded,
// and what the limits' poll throws.
#pragma once

#include <span>
#include <vector>

#include "board/position.hpp"
#include "util/limits.hpp"

namespace sapper {

struct Aftermath {
    double risk;                  // of a mine
    double log_configurations;    // natural logarithm, of the position
    std::vector<double> numbers;  // the chance that the cell is safe and shows 0, 1, ...
    double progress = 0;     // the chance that it is safe and something is certainly safe then, or all done
    double next_safety = 0;  // the chance to survive it and the safest cell after it
    bool proven = true;      // whether the game is surely won if it is safe
};

Aftermath aftermath_of(const Position& position, Cell cell, bool trust_flags, const Limits& limits);

// The chance that each of these cells is safe and shows a zero; NaN for open cells. Cells far from every
// number differ only in their number of neighbours, so one of each kind is analysed.
std::vector<double> zero_chances(const Position& position, std::span<const Cell> cells, bool trust_flags,
                                 const Limits& limits);

}  // namespace sapper

// What may follow when a hidden cell is opened: an analysis of the position after every number that the cell
// could show. Throws Contradiction if no configuration fits the position, BudgetExceeded, and whatever
// the limits' poll throws.
#pragma once

#include <span>
#include <vector>

#include "board/position.hpp"
#include "util/limits.hpp"

namespace sapper {

struct Aftermath {
    double risk;                  // of a mine
    double log_configurations;    // natural logarithm, before the cell is opened
    std::vector<double> numbers;  // the chance that the cell is safe and shows 0, 1, ...
    double progress =
        0;  // the chance that the cell is safe, and that then another is certainly safe or the game is won
    double next_safety = 0;  // the chance to survive the cell and then the safest one
    bool proven = true;      // whether the game is certainly won if the cell is safe
};

Aftermath aftermath_of(const Position& position, Cell cell, bool trust_flags, const Limits& limits);

// The chance that each of these cells is safe and shows a zero. NaN for open cells. Cells far from every
// number differ only in their degree, so it analyses one cell of each degree.
std::vector<double> zero_chances(const Position& position, std::span<const Cell> cells, bool trust_flags,
                                 const Limits& limits);

}  // namespace sapper

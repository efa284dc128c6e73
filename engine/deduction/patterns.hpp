// The named patterns of numbers along a wall of hidden cells. A pattern has two numbers side by side on a
// square board or torus, and all their hidden cells lie in one line along them. 1-1 proves a cell safe, and
// 1-2 proves a mine. Two 1-2 patterns that share their 2 make a 1-2-1, and two with their 2s side by side
// make a 1-2-2-1. A number stands for the mines that it still needs, so positions that reduce to a pattern
// count, too.
#pragma once

#include <optional>
#include <string_view>

#include "deduction/clues.hpp"

namespace sapper {

// The name of the pattern, if the deduction is one. `found` has the cells that were known before it.
std::optional<std::string_view> pattern_of(const Position& position, const KnownCells& found,
                                           const Deduction& deduction);

}  // namespace sapper

// For positions whose mine count is a guess, such as those read from plain text.
#pragma once

#include <cstdint>

#include "board/position.hpp"
#include "util/limits.hpp"

namespace sapper {

// The mine count with which some minefield fits the position; of several, the one nearest to its own count,
// and the lower of two. Its own count if none fits. One analysis for each count that is tried. Throws
// BudgetExceeded.
std::uint32_t nearest_mine_count(Position position, const Limits& limits);

}  // namespace sapper

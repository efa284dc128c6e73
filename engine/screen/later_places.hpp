// Finds a board again in a later picture: it moved, or its cells are larger, or not equal.
#pragma once

#include <vector>

#include "screen/grid.hpp"

namespace sapper::screen {

// The places that look like a board with as many rows and columns as one before and lines between its cells,
// the ones with the fewest different cells first. `before` is where the board was.
std::vector<Grid> grids_like(const Pixels& pixels, const Grid& before, const Limits& limits);

}  // namespace sapper::screen

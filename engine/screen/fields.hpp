// Finds a board of known size without lines between its hidden cells, from the sides of the whole board. A
// rectangle with an edge along its four sides may be the board. The right one has the fewest different cells.
#pragma once

#include <vector>

#include "screen/edges.hpp"
#include "screen/grid.hpp"

namespace sapper::screen {

// The rectangles that look like a board of some size, the likeliest first. They may overlap. The rules of the
// game decide which of them are boards.
std::vector<Grid> find_fields(const Pixels& pixels, const Edges& edges, int rows, int columns,
                              const Limits& limits);

}  // namespace sapper::screen

// Finds boards without lines between their cells, by what is drawn in them: digits of one height lie in rows
// and columns at equal distances. Covered cells of a colour of their own say how far the board goes.
#pragma once

#include <vector>

#include "screen/edges.hpp"
#include "screen/grid.hpp"

namespace sapper::screen {

// The grids on which digits lie, those with the most frequent height first. The rules of the game decide
// which of them are boards. Takes time in proportion to the pixels, and 16 bytes for each.
std::vector<Grid> find_drawn(const Pixels& pixels, const Edges& edges, const Limits& limits);

}  // namespace sapper::screen

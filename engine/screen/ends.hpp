// Where a board ends, in looks that have no lines between open cells. A row or a column of empty cells
// without lines looks like the window around the board. The board surely ends where hidden cells are, since
// no empty cell touches one, and at an edge along its whole side. But if half a cell more is drawn like the
// others, the lines that were found may not be the edges of cells.
#pragma once

#include <set>
#include <vector>

#include "board/position.hpp"
#include "screen/outline.hpp"

namespace sapper::screen {

struct Ends {
    Grid grid;               // with the empty rows and columns that surely belong to it
    std::set<Side> unclear;  // the sides where the board may end elsewhere
};

// `marks` is what the board shows in the grid where it was found.
Ends ends_of(const Pixels& pixels, const Grid& grid, const std::vector<Mark>& marks,
             const std::vector<Look>& looks);

}  // namespace sapper::screen

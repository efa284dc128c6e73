// Where a board ends. Before anything is read, a grid is widened or trimmed to the cells that the picture
// shows. Later, in looks that have no lines between open cells, a row or a column of empty cells without
// lines looks like the window around the board. The board surely ends where hidden cells are, since no empty
// cell touches one, and at an edge along its whole side. But if half a cell more is drawn like the others,
// the lines that were found may not be the edges of cells.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "board/position.hpp"
#include "screen/looks.hpp"

namespace sapper::screen {

// "left", "top", "right" or "bottom".
using Side = std::string_view;

struct Outline {
    Grid grid;
    Faces faces;
    std::vector<Look> looks;
    std::set<Side> unclear;  // the sides where what was left out may be cells, too
};

// The grid and the rows and columns beside it that show what is drawn inside: the board goes on. The result
// has no looks yet.
Outline widened(const Pixels& pixels, Grid grid, const Limits& limits);

// The grid without outer rows and columns that have little in common with the rest, and its looks.
Outline trimmed(const Pixels& pixels, Outline outline, const Limits& limits);

// Whether most of the outer rows and columns has looks that are elsewhere, too.
bool goes_round(const Grid& grid, const std::vector<Look>& looks);

struct Ends {
    Grid grid;               // with the empty rows and columns that surely belong to it
    std::set<Side> unclear;  // the sides where the board may end elsewhere
};

// `marks` is what the board shows in the grid where it was found.
Ends ends_of(const Pixels& pixels, const Grid& grid, const std::vector<Mark>& marks,
             const std::vector<Look>& looks);

}  // namespace sapper::screen

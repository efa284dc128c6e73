// Widens or trims a grid to the cells that the picture shows, before anything is read.
#pragma once

#include <set>
#include <string_view>
#include <vector>

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

}  // namespace sapper::screen

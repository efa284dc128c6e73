// The cells between some lines that have edges on their four sides: where such cells make a rectangle.
#pragma once

#include "screen/edges.hpp"
#include "screen/grid.hpp"

namespace sapper::screen {

// Half-open ranges of rows and columns.
struct Rectangle {
    std::size_t low = 0;
    std::size_t high = 0;
    std::size_t first = 0;
    std::size_t last = 0;
    double score = 0;  // at most the number of cells
};

struct Framed {
    Rectangle cells;
    bool halved;  // every second line has no edges, so that the cells are twice as large
};

// The rectangle of cells with edges on their four sides and not across their middle.
Framed best_framed(const Edges& edges, const Lines& xs, const Lines& ys, const Limits& limits);

}  // namespace sapper::screen

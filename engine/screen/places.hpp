// Finds where boards may lie in a picture. No look of any program is known here. The rules of the game decide
// which of the places are boards.
#pragma once

#include <vector>

#include "screen/edges.hpp"

namespace sapper::screen {

// By the lines between cells: the places with edges that repeat across and down, the most cells first. Places
// do not overlap.
std::vector<Grid> find_grids(const Edges& edges, const Limits& limits);
inline std::vector<Grid> find_grids(const Pixels& pixels, const Limits& limits) {
    return find_grids(edges_of(pixels, limits), limits);
}

// By the sides of the whole board, if its size is known: the rectangles that look like a board of this size,
// those with the fewest different cells first. They may overlap.
std::vector<Grid> find_fields(const Pixels& pixels, const Edges& edges, int rows, int columns,
                              const Limits& limits);

// By what is drawn in the cells: digits of one height lie in rows and columns at equal distances, and covered
// cells of a colour of their own say how far the board goes. Those of the most frequent height come first.
// Takes time in proportion to the pixels, and 16 bytes for each.
std::vector<Grid> find_drawn(const Pixels& pixels, const Edges& edges, const Limits& limits);

// By where a board was in an earlier picture: it moved, or its cells are larger, or not equal. Places with
// lines between as many rows and columns, those with the fewest different cells first.
std::vector<Grid> grids_like(const Pixels& pixels, const Grid& before, const Limits& limits);

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

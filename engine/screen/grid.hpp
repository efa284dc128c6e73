// Where the cells of a board lie in a picture: found from the edges that repeat across and down. The borders
// of cells are straight edges at equal distances. No look of any program is known here.
#pragma once

#include <vector>

#include "screen/edges.hpp"

namespace sapper::screen {

// Some programs draw cells that differ by a pixel, so each line has its own place.
struct Grid {
    std::vector<double> xs;  // the lines from left to right, in pixels; one more than there are columns
    std::vector<double> ys;  // the lines from top to bottom; one more than there are rows

    bool operator==(const Grid&) const = default;
    int rows() const { return static_cast<int>(ys.size()) - 1; }
    int columns() const { return static_cast<int>(xs.size()) - 1; }
    // The mean width and height of a cell.
    double width() const { return (xs.back() - xs.front()) / columns(); }
    double height() const { return (ys.back() - ys.front()) / rows(); }
    double size() const { return std::min(width(), height()); }
    // Its sides, rounded to pixels.
    Box box() const { return {rounded(xs[0]), rounded(ys[0]), rounded(xs.back()), rounded(ys.back())}; }
    // Whether a place is in both.
    bool overlaps(const Grid& other) const;
    Grid moved(double right, double down) const;
    // With some more rows and columns on each side, or fewer.
    Grid grown(int up, int left, int down, int right) const;
};

// The grid of equal cells between the sides of a board.
Grid grid_between(double left, double top, double right, double bottom, int rows, int columns);

// The places that look like boards, the most cells first. Places do not overlap. The rules of the game decide
// which of them are boards.
std::vector<Grid> find_grids(const Edges& edges, const Limits& limits);
inline std::vector<Grid> find_grids(const Pixels& pixels, const Limits& limits) {
    return find_grids(edges_of(pixels, limits), limits);
}

}  // namespace sapper::screen

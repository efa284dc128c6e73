// Where the cells of a board lie in a picture.
#pragma once

#include <vector>

#include "screen/pixels.hpp"

namespace sapper::screen {

using Lines = std::vector<double>;  // places in pixels

// Lines with some more on each side, or fewer, at the distance that the outer ones have.
Lines longer(const Lines& lines, int before, int after);

// Some programs draw cells that differ by a pixel, so each line has its own place.
struct Grid {
    Lines xs;  // the lines from left to right, in pixels; one more than there are columns
    Lines ys;  // the lines from top to bottom; one more than there are rows

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

}  // namespace sapper::screen

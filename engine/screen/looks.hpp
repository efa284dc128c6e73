// Tells the cells of a board apart by how they look, and knows nothing of what the looks mean. First the
// cells become small squares of equal size, with the features by which they are compared: what is behind,
// along the sides, and drawn on each. That takes about 5 kB for a cell. Drawings that are surely two digits
// are of two looks, however much of them is the same.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "board/bitboard.hpp"
#include "screen/pixels.hpp"

namespace sapper::screen {

using Borders = std::array<Colour, 4>;  // the mean colours along the upper, lower, left and right side
// The mean difference of two borders.
double borders_apart(const Borders& one, const Borders& other);

inline constexpr float kInk = 26;  // a point this many grey levels from the ground of the cell is ink

// Everything is in the order of the cells, row by row.
struct Faces {
    int rows = 0;
    int columns = 0;
    double stretch = 1;            // the width of a cell divided by its height
    std::size_t side = 0;          // the points across a cell without its border
    std::vector<char> plain;       // whether nothing is drawn on each cell
    std::vector<char> doubtful;    // whether so few points have the colour of the ground that it may be wrong
    std::vector<Colour> grounds;   // the colours behind the drawings
    std::vector<Borders> borders;  // relative to the grounds
    std::vector<float> inks;       // what stands out from the grounds, three channels for each point
    std::vector<float> strengths;  // how much it does, for each point
    std::vector<float> points;     // the cells without their borders, three channels for each point

    std::size_t size() const { return plain.size(); }
    std::span<const float> ink(Cell cell) const { return of(inks, cell, 3); }
    std::span<const float> strength(Cell cell) const { return of(strengths, cell, 1); }
    std::span<const float> face(Cell cell) const { return of(points, cell, 3); }
    // The cells of a part of the grid.
    Faces part(int top, int left, int height, int width) const;

  private:
    std::span<const float> of(const std::vector<float>& values, Cell cell, std::size_t channels) const {
        const std::size_t count = side * side * channels;
        return {values.data() + cell * count, count};
    }
};

// Takes the cells of a grid from a picture. `known_grounds` are grounds that cells of the same board have.
// `size` is that of a cell of the whole board, because the grid may be a part of it.
Faces faces_of(const Pixels& pixels, const Grid& grid, const std::vector<Colour>& known_grounds, double size,
               const Limits& limits);
// The same for a picture by itself: with more points across a cell if the drawings are small. They are not
// comparable with those of other pictures. With `whole_pixels`, each point has as many whole pixels as the
// others: where the cells of a program are not of whole pixels, what it draws in them still is.
Faces faces_of(const Pixels& pixels, const Grid& grid, const Limits& limits, bool whole_pixels = false);

// Looks of one board. A picture with more is no board, or too noisy to read.
inline constexpr std::size_t kMostLooks = 60;

// Cells that look the same. The first of them is the example.
struct Look {
    std::vector<Cell> cells;  // ascending
    bool plain = false;       // nothing is drawn on them
    bool doubtful = false;    // the ground is in doubt
    Colour ground{};
    Borders border{};
    Plane<float> drawing;            // what is drawn on the example, 0 to 1, cut to its size; empty if plain
    std::array<double, 4> extent{};  // where the drawing lies in the cell: left, top, right, bottom, 0 to 1
    double stretch = 1;              // as in Faces
    std::vector<float> ink;          // as in Faces
    std::vector<float> points;       // as in Faces
    std::vector<float> darkest;  // the least values of `points` in any of its cells, also in earlier pictures
    std::vector<float> lightest;  // the greatest

    // The width of the drawing divided by its height.
    double proportion() const { return stretch * (extent[2] - extent[0]) / (extent[3] - extent[1]); }
};

// The look of one cell, without its cells.
Look look_of(const Faces& faces, Cell cell);

// The looks of the cells of a grid; at most `most` + 1 of them that are not known. With one more than `most`,
// some cells may have none. Those that are known from earlier pictures come first, in their order, each with
// the cells that it has now, which may be none. The others come by how frequent they are.
std::vector<Look> looks_of(const Faces& faces, const std::vector<Look>& known_looks, std::size_t most,
                           const Limits& limits);
inline std::vector<Look> looks_of(const Faces& faces, const Limits& limits) {
    return looks_of(faces, {}, kMostLooks, limits);
}

// The digit from 1 to 8 that a drawing surely is, or 0.
int sure_digit(const Look& look);

// The grounds of the looks without a drawing, for `faces_of`.
std::vector<Colour> plain_grounds(const std::vector<Look>& looks);

// The number of the look of each cell. A cell without a look gets 0.
Plane<int> numbers_of(const std::vector<Look>& looks, int rows, int columns);

}  // namespace sapper::screen

// The cells of a grid as small squares of equal size, and the features by which they are compared: what is
// behind, along the sides, and drawn on each. Takes about 5 kB for a cell.
#pragma once

#include <span>
#include <vector>

#include "board/bitboard.hpp"
#include "screen/pixels.hpp"

namespace sapper::screen {

using Borders = std::array<Colour, 4>;  // the mean colours along the upper, lower, left and right side

inline constexpr float kInk = 26;  // a point this many grey levels from the ground of the cell is ink

// Everything is in the order of the cells, row by row.
struct Faces {
    int rows = 0;
    int columns = 0;
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

// Takes the cells of a grid from a picture. `known` are grounds that cells of the same board have. `size` is
// that of a cell of the whole board, because the grid may be a part of it.
Faces faces_of(const Pixels& pixels, const Grid& grid, const std::vector<Colour>& known, double size,
               const Limits& limits);
// The same for a picture by itself: with more points across a cell if the drawings are small. They are not
// comparable with those of other pictures.
Faces faces_of(const Pixels& pixels, const Grid& grid, const Limits& limits);

}  // namespace sapper::screen

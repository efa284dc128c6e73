// Tells the cells of a board apart by how they look. Knows nothing of what the looks mean.
#pragma once

#include <array>
#include <vector>

#include "screen/faces.hpp"

namespace sapper::screen {

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
    std::array<double, 4> placed{};  // where the drawing lies in the cell: left, top, right, bottom, 0 to 1
    std::vector<float> ink;          // as in Faces
    std::vector<float> points;       // as in Faces
    std::vector<float> darkest;  // the least values of `points` in any of its cells, also in earlier pictures
    std::vector<float> lightest;  // the greatest

    // The width of the drawing divided by its height.
    double proportion() const { return (placed[2] - placed[0]) / (placed[3] - placed[1]); }
};

// The look of one cell, without its cells.
Look look_of(const Faces& faces, Cell cell);

// The looks of the cells of a grid; at most `most` + 1 of them that are not known. With one more than `most`,
// some cells may have none. Those that are known from earlier pictures come first, in their order, each with
// the cells that it has now, which may be none. The others come by how frequent they are.
std::vector<Look> looks_of(const Faces& faces, const std::vector<Look>& known, std::size_t most,
                           const Limits& limits);
inline std::vector<Look> looks_of(const Faces& faces, const Limits& limits) {
    return looks_of(faces, {}, kMostLooks, limits);
}

// The grounds of the looks without a drawing, for `faces_of`.
std::vector<Colour> plain_grounds(const std::vector<Look>& looks);

// The number of the look of each cell. A cell without a look gets 0.
Plane<int> numbers_of(const std::vector<Look>& looks, int rows, int columns);

}  // namespace sapper::screen

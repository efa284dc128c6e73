// Where to begin. A strategy's first cell is a cell by its coordinates, the middle of the board, or the one
// that wins most often under the rules.
#pragma once

#include <cstddef>
#include <cstdint>

#include "board/game.hpp"

namespace sapper {

// A corner, unless an opening is sure: then the third cell from all edges, and on boards of more cells than
// 16 x 16 the fourth (the middle, where the board is too small for either), if so many mines leave room for
// an opening there. Where there are no edges all cells are taken for equal.
Cell good_first_cell(const Topology& topology, std::uint32_t mines, FirstClick first_click);

// The middle of the board, or just before it; where there are no edges the first cell.
Cell middle_cell(const Topology& topology);

// Row and column on boards of two dimensions that have them, else a good first cell.
Cell cell_at(const Topology& topology, std::uint32_t mines, FirstClick first_click, std::size_t row,
             std::size_t column);

}  // namespace sapper

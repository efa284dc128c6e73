// Where to begin. The first cell of a strategy is a cell by its coordinates, the middle of the board, or the
// cell that wins most often under the rules.
#pragma once

#include <cstddef>
#include <cstdint>

#include "board/game.hpp"

namespace sapper {

// A good cell to begin with. If the rules promise an opening and the mines leave room for it, this is the
// third cell from all edges, or the fourth on boards of more than 16 x 16 cells, but never past the middle.
// Otherwise it is a corner. On boards without edges, where all cells count as equal, it is the first cell.
Cell good_first_cell(const Topology& topology, std::uint32_t mines, FirstClick first_click);

// The middle of the board, or the cell just before it. The first cell on boards without edges.
Cell middle_cell(const Topology& topology);

// The cell at a row and column if the board has two dimensions and this cell, else a good first cell.
Cell cell_at(const Topology& topology, std::uint32_t mines, FirstClick first_click, std::size_t row,
             std::size_t column);

}  // namespace sapper

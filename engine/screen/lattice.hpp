// Finds the grids of boards in a picture, from the edges that repeat across and down. The borders of cells
// are straight edges at equal distances. No look of any program is known here.
#pragma once

#include <vector>

#include "screen/edges.hpp"
#include "screen/grid.hpp"

namespace sapper::screen {

// The places that look like boards, the most cells first. Places do not overlap. The rules of the game decide
// which of them are boards.
std::vector<Grid> find_grids(const Edges& edges, const Limits& limits);
inline std::vector<Grid> find_grids(const Pixels& pixels, const Limits& limits) {
    return find_grids(edges_of(pixels, limits), limits);
}

}  // namespace sapper::screen

// The ways to turn and mirror a board onto itself, as permutations of its cells: those of the shape of grids
// and tori, nothing but the identity elsewhere. Works for small boards.
#pragma once

#include <cstdint>
#include <vector>

#include "board/topology.hpp"

namespace sapper {

// Each maps cell c to result[i][c]. The identity is the first. Expects no more than 256 cells.
std::vector<std::vector<std::uint8_t>> symmetries(const Topology& topology);

}  // namespace sapper

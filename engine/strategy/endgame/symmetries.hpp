// The ways to turn and mirror a small board onto itself, as permutations of its cells: those of the shape of
// grids and tori, and the identity elsewhere.
#pragma once

#include <cstdint>
#include <vector>

#include "board/topology.hpp"

namespace sapper {

// Each maps cell c to result[i][c]. The first is the identity. Expects at most 256 cells.
std::vector<std::vector<std::uint8_t>> symmetries(const Topology& topology);

}  // namespace sapper

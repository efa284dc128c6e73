// A lower bound on the clicks that clear a minefield, for boards of two dimensions whose cells touch only
// cells in the same and the adjacent rows and columns. Every way to clear the minefield pays for each chord,
// and for a flag on each mine beside a chord. It also pays for a click on each opening and on each isolated
// number, unless a chord beside it opens it. The bound cuts the grid into strips. The bound of a strip is the
// least of these sums over all sets of chords, in any order. A chord that touches two strips costs half in
// each, and each strip may choose it or not. An opening reaches over many strips, so it counts half a click,
// and each chord beside it saves that half. The result is the highest bound over all ways to cut the grid
// into strips of a width that takes little time.
#pragma once

#include <cstdint>

#include "minefields/chord_gains.hpp"

namespace sapper {

// Returns 0 for other boards, and for boards that would take long. Takes some tenths of a second at most.
std::uint32_t least_clicks_in_strips(const Terrain& terrain);

}  // namespace sapper

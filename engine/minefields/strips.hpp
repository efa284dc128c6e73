// A number of clicks that no way to clear a minefield goes below, for grids whose cells touch only those in
// the same and the next rows and columns. Whoever clears it pays for every chord, for a flag on every mine
// beside a chord, and for a click on every opening and every isolated number that no chord beside it opens.
// The bound is the least of these sums over all choices of chords, whatever their order, on strips of the
// grid by themselves. A chord that touches two strips costs half in each, and may be chosen in one of them
// alone. An opening reaches over many strips, so it counts half a click, and each chord beside it saves that
// half. Of all widths that take little time, and all ways to cut the grid, the highest bound counts.
#pragma once

#include <cstdint>

#include "minefields/terrain.hpp"

namespace sapper {

// 0 for other boards, and for those that would take long. Takes some tenths of a second at most.
std::uint32_t least_clicks_in_strips(const Terrain& terrain);

}  // namespace sapper

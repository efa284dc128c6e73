// Makes a minefield solvable without guessing by moving mines where certain moves get stuck. Chooses a number
// that blocks the play and settles the hidden cells around it: all lose their mines or all get one, in
// exchange with hidden cells elsewhere, far from any number if possible. Then plays the whole minefield again
// from the start, so the result needs only certain moves. This reaches densities at which drawing again and
// again never succeeds. Not all fair minefields are equally likely.
#pragma once

#include <cstdint>
#include <vector>

#include "minefields/certain_play.hpp"
#include "util/random.hpp"

namespace sapper {

// Changes a minefield (one byte for each cell, 0 or 1) that is safe at `start`. Keeps the number of mines.
// False if it is not fair after `rounds` rounds.
bool make_fair(std::vector<std::uint8_t>& mined, Cell start, const Terms& terms, std::uint32_t rounds,
               Random& random, CertainPlay& play, const Limits& limits);

}  // namespace sapper

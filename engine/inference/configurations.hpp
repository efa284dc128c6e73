// The exact number of configurations of an analysed position.
#pragma once

#include "inference/analysis.hpp"
#include "util/limits.hpp"
#include "util/natural.hpp"

namespace sapper {

// Counts the placements of each component modulo enough primes to determine them (Chinese remainder theorem).
// Multiplies the components as polynomials in the number of mines, and gives the sea the remaining mines.
// Expects an exact analysis, and is meant for numbers of some thousand digits.
Natural count_configurations(const Analysis& analysis, const Limits& limits);

}  // namespace sapper

// How likely each number of mines is, where the number is not known: what was believed before, and how many
// configurations of the position have that number. Accurate to about 1e-9 (relative). Python has the same as
// exact fractions (likelihoods() in sapper/inference/components.py).
#pragma once

#include <cstdint>
#include <vector>

#include "board/position.hpp"
#include "inference/analysis.hpp"
#include "util/limits.hpp"

namespace sapper {

struct MineCountChance {
    std::uint32_t mines;
    double chance;
};

// For every number that fits, ascending. `analysis` is that of the position, which has chances, and is exact.
// Costs one coupling for each number. Throws whatever the limits' poll throws.
std::vector<MineCountChance> mine_count_chances(const Position& position, const Analysis& analysis,
                                                const Limits& limits);

}  // namespace sapper

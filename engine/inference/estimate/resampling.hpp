// Draws a few of many weighted states so that every sum over the states keeps its mean: the heavy ones stay
// for certain, of the light ones each stays with a chance in proportion to its weight and then counts for
// more. As little as possible is left to chance (systematic sampling; Fearnhead and Clifford 2003 for the
// threshold).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board/random.hpp"

namespace sapper {

struct Resampling {
    std::vector<std::uint32_t> kept;  // ascending
    std::vector<double> boosts;       // of each that is kept: 1 / its chance

    // Replaces both. `weights` are positive; `most` is at least one; kept are `most` of them, give or take
    // one.
    void draw(std::span<const double> weights, std::size_t most, Random& random);

  private:
    double threshold(std::span<const double> weights, std::size_t most);

    std::vector<double> sorted_;
};

}  // namespace sapper

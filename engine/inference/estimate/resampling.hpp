// Resampling: draws a few of many weighted states so that every sum over the states keeps its mean. Heavy
// states always stay. A light state stays with a chance proportional to its weight, and its weight is then
// divided by that chance. Systematic sampling keeps the variance low. The threshold is that of Fearnhead and
// Clifford (2003).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "util/random.hpp"

namespace sapper {

struct Resampling {
    std::vector<std::uint32_t> kept;  // ascending
    std::vector<double> boosts;       // per kept state: 1 / its chance

    // Replaces `kept` and `boosts`. `weights` must be positive and `most` at least one. Keeps about `most`
    // states.
    void draw(std::span<const double> weights, std::size_t most, Random& random);

  private:
    double threshold(std::span<const double> weights, std::size_t most);

    std::vector<double> sorted_;
};

}  // namespace sapper

// Tilting gives every mine the weight lambda. Each factor and the sea then have independent random counts.
// For a fixed total, the distribution of the counts is the same as without tilting. At the saddle point the
// expected total is the number of mines, so the values that matter are neither huge nor tiny.
#pragma once

#include <cstdint>
#include <span>

#include "inference/factors.hpp"

namespace sapper {

struct Tilt {
    double lambda = 1;
    double sea_probability = 0;  // lambda / (1 + lambda)
    double variance = 0;         // of the sum of all counts
    double smoothness = 0;       // b with |characteristic function at angle x| <= exp(-b (1 - cos x))
    std::size_t widest = 0;      // most counts of one factor above its least
    PerCount masses;             // per kind: tilted probability of each count; positive where possible
    double log_norm = 0;         // sum over the factors of log(sum of ways[k] lambda^k)
};

// `mines` is without the least count of every factor, and lies strictly between 0 and the most possible. If
// the factors have few counts, any lambda near the density of mines works, and the first guess is used.
Tilt tilt_to(std::span<const Factor> kinds, std::uint64_t sea, std::int64_t mines);

// The tilt if every factor has its least count, or every factor its most. Lambda is 1.
Tilt forced_tilt(std::span<const Factor> kinds, bool at_most);

}  // namespace sapper

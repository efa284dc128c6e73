// Tilting gives every mine the weight lambda. Each factor and the sea then have independent random counts.
// For a fixed total, the distribution of the counts is the same as without tilting. At the saddle point the
// expected total is the number of mines, so the values that matter are neither huge nor tiny.
// A contour integral through that point multiplies many tilted factors.
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

// `mines` are those above the least count of every factor. It lies strictly between 0 and the most possible.
// If the factors have few counts, any lambda near the density of mines serves, and so does the first guess.
Tilt tilt_to(std::span<const Factor> kinds, std::uint64_t sea, std::int64_t mines);

// The tilt if every factor has its least count, or every factor its most. Lambda is 1.
Tilt forced_tilt(std::span<const Factor> kinds, bool at_most);

struct ContourResult {
    // Per kind and count k: the probability that everything but one member of the kind holds `mines` - k
    // mines. The absolute error is about 1e-15 of the largest, so values may be slightly negative instead of
    // zero.
    PerCount others;
    double total = 0;  // probability that everything together holds `mines`
    double sea_probability = 0;
};

// Whether the error of the contour is far below 1e-9 even for the least likely count of the widest factor.
bool contour_is_accurate(const Tilt& tilt);

// The product of many tilted factors and a sea, at one total. Evaluates the generating function of the tilted
// sum at equally spaced angles around the circle. The sum is smooth, so only a few angles near zero
// contribute more than the last bit of a double. The angles are so close that no other total is aliased onto
// this one. Prefixes, suffixes and powers make the product of all other factors, never quotients.
//
// `mines` are those above the least count of every factor. The cost is proportional to the angles, 10 to 40
// of them, times the counts of the kinds.
ContourResult contour(std::span<const Factor> kinds, const Tilt& tilt, std::uint64_t sea, std::int64_t mines);

}  // namespace sapper

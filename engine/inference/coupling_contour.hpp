// The product of many tilted factors and a sea, at one total. Evaluates the generating function of the tilted
// sum at equally spaced angles around the circle. The sum is smooth, so only a few angles near zero
// contribute more than the last bit of a double. The spacing is so fine that no mass of other totals is
// aliased onto the wanted one. The product of all other factors is made of prefixes, suffixes and powers,
// never of quotients.
#pragma once

#include <cstdint>
#include <span>

#include "inference/coupling_tilt.hpp"

namespace sapper {

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

// `mines` is without the least count of every factor. The cost is proportional to the angles, 10 to 40 of
// them, times the counts of the kinds.
ContourResult contour(std::span<const Factor> kinds, const Tilt& tilt, std::uint64_t sea, std::int64_t mines);

}  // namespace sapper

// The product of many tilted factors and a sea, at one total. Evaluates the generating function of the tilted
// sum at equally spaced angles around the circle. The sum is smooth, so only a few angles near zero
// contribute more than a double can resolve. The spacing is so fine that totals aliased onto the wanted one
// have no mass. The product of all other factors is built from prefixes, suffixes and powers, never from
// quotients.
#pragma once

#include <cstdint>
#include <span>

#include "inference/coupling/tilt.hpp"

namespace sapper {

struct ContourResult {
    // Per kind and count k: the probability that everything but one member of the kind holds `mines` - k
    // mines. The absolute error is about 1e-15 of the largest. Values may be slightly negative instead of
    // zero.
    PerCount others;
    double total = 0;  // probability that everything together holds `mines`
    double sea_probability = 0;
};

// Whether the error of the contour is far below 1e-9 even for the least likely count of the widest factor.
bool contour_is_accurate(const Tilt& tilt);

// `mines` leaves out the least count of every factor. Costs angles times counts of the kinds, with 10 to 40
// angles.
ContourResult contour(std::span<const Factor> kinds, const Tilt& tilt, std::uint64_t sea, std::int64_t mines);

}  // namespace sapper

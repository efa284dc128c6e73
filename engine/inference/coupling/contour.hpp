// The product of many tilted factors and a sea, read off at one total. The generating function of the tilted
// sum is evaluated at equally spaced angles around the circle; by the sum's smoothness all but a few angles
// next to zero contribute nothing a double could hold, and the spacing is fine enough that the totals aliased
// onto the wanted one carry none of the mass. A factor's surroundings are products of prefix, suffix
// and a power of its own kind, never quotients.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/coupling/tilt.hpp"

namespace sapper {

struct ContourResult {
    // Per kind and count k: probability that all but one member and the sea hold mines - k. Absolute error
    // some 1e-15 of the largest; may come out slightly negative where it is nothing.
    PerCount others;
    double total = 0;  // probability that all hold `mines`
    double sea_probability = 0;
};

// Whether the error of the contour is far below 1e-9 even for the least likely count of the widest factor.
bool contour_is_accurate(const Tilt& tilt);

// `mines` above the least of every factor. Costs angles x counts of the kinds, with 10 to 40 angles.
ContourResult contour(std::span<const Factor> kinds, const Tilt& tilt, std::uint64_t sea, std::int64_t mines);

}  // namespace sapper

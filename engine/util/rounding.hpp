// Scores before they are compared. Logarithms and exponentials may differ in their last bits from one machine
// to the next; what agrees to twelve digits counts as equal, so that the same games come out everywhere.
#pragma once

#include <cmath>

namespace sapper {

inline double rounded(double score) {
    constexpr double kGrain = 0x1p40;
    return std::nearbyint(score * kGrain) / kGrain;
}

}  // namespace sapper

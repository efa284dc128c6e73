// Rounds scores before they are compared. Logarithms and exponentials may differ in their last bits from one
// machine to the next. Scores that agree to twelve digits become equal, so every machine plays the same
// games.
#pragma once

#include <cmath>

namespace sapper {

inline double rounded(double score) {
    constexpr double kGrain = 0x1p40;
    return std::nearbyint(score * kGrain) / kGrain;
}

}  // namespace sapper

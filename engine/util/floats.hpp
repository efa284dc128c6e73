// Compares figures whose last digits may differ between two ways to compute them, or between machines, as
// those of logarithms and exponentials do. Figures that agree to twelve digits count as equal, so every
// machine plays the same games.
#pragma once

#include <cmath>

namespace sapper {

constexpr bool is_riskier(double risk, double than) {
    return risk > than * (1 + 1e-12);
}

// Rounds scores before they are compared.
inline double rounded(double score) {
    constexpr double kGrain = 0x1p40;
    return std::nearbyint(score * kGrain) / kGrain;
}

}  // namespace sapper

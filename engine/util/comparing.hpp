// Comparing figures that may differ in their last digits: from one way to compute them to another, and, as
// logarithms and exponentials do, from one machine to the next. Figures that agree to twelve digits count as
// equal, so every machine plays the same games.
#pragma once

#include <cmath>

namespace sapper {

constexpr bool is_riskier(double risk, double than) {
    return risk > than * (1 + 1e-12);
}

// For scores, before they are compared.
inline double rounded(double score) {
    constexpr double kGrain = 0x1p40;
    return std::nearbyint(score * kGrain) / kGrain;
}

}  // namespace sapper

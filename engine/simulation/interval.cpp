#include "simulation/interval.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

Interval wilson(double hits, double trials) {
    if (trials == 0) return {0, 1};
    const double share = hits / trials;
    const double centre = share + kZ95 * kZ95 / (2 * trials);
    const double spread =
        kZ95 * std::sqrt(share * (1 - share) / trials + kZ95 * kZ95 / (4 * trials * trials));
    const double scale = 1 + kZ95 * kZ95 / trials;
    // Rounding never excludes the rate itself.
    return {std::max(0.0, std::min((centre - spread) / scale, share)),
            std::min(1.0, std::max((centre + spread) / scale, share))};
}

}  // namespace sapper

#include "inference/estimate/resampling.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace sapper {

void Resampling::draw(std::span<const double> weights, std::size_t most, Random& random) {
    kept.clear();
    boosts.clear();
    const double sure = weights.size() <= most ? 0 : threshold(weights, most);
    double passed = random.next() * 0x1p-32;  // a light state stays when this passes 1, 2, ...
    for (std::uint32_t i = 0; i < weights.size(); ++i) {
        if (weights[i] >= sure) {
            kept.push_back(i);
            boosts.push_back(1);
            continue;
        }
        passed += weights[i] / sure;
        if (passed < 1) continue;
        passed -= 1;
        kept.push_back(i);
        boosts.push_back(sure / weights[i]);
    }
}

// The weight from which on a state always stays. The chances, min(1, weight / threshold), add up to `most`.
double Resampling::threshold(std::span<const double> weights, std::size_t most) {
    sorted_.assign(weights.begin(), weights.end());
    std::ranges::sort(sorted_, std::greater());
    double rest = std::accumulate(sorted_.begin(), sorted_.end(), 0.0);
    std::size_t sure = 0;
    for (; sure + 1 < most; ++sure) {
        if (sorted_[sure] * static_cast<double>(most - sure) <= rest) break;
        rest -= sorted_[sure];
    }
    // Sums again, because `rest` may have lost all its digits.
    const double left =
        std::accumulate(sorted_.begin() + static_cast<std::ptrdiff_t>(sure), sorted_.end(), 0.0);
    return left / static_cast<double>(most - sure);
}

}  // namespace sapper

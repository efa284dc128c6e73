#include "screen/shapes.hpp"

#include "screen/digit_weights.hpp"

namespace sapper::screen {

namespace {

constexpr std::size_t kSignRows = 14;
constexpr std::size_t kSignColumns = 10;
constexpr std::size_t kFeatures = kSignRows * kSignColumns + 2;
constexpr std::size_t kHiddenUnits = digit_weights::kFromHidden.size() / kKinds;
static_assert(digit_weights::kFromPoints.size() == kFeatures * kHiddenUnits);

using Scores = std::array<double, kKinds>;

// The values at some number of places along the rows, by linear interpolation.
Plane<float> stretched(const Plane<float>& values, std::size_t count) {
    Plane<float> result(values.rows(), count);
    const double length = static_cast<double>(values.columns());
    for (std::size_t i = 0; i < count; ++i) {
        const double place = std::clamp(
            (static_cast<double>(i) + 0.5) * length / static_cast<double>(count) - 0.5, 0.0, length - 1);
        const std::size_t low = static_cast<std::size_t>(place);
        const std::size_t high = std::min(low + 1, values.columns() - 1);
        const float part = static_cast<float>(place - static_cast<double>(low));
        for (std::size_t row = 0; row < values.rows(); ++row)
            result(row, i) = values(row, low) * (1 - part) + values(row, high) * part;
    }
    return result;
}

// The network's score of each kind: natural logarithms, up to a constant.
Scores scores_of(const Plane<float>& drawing, double proportion) {
    const std::vector<double> features = features_of(drawing, proportion);
    std::array<double, kHiddenUnits> hidden{};
    for (std::size_t i = 0; i < kFeatures; ++i) {
        for (std::size_t unit = 0; unit < kHiddenUnits; ++unit)
            hidden[unit] += features[i] * digit_weights::kFromPoints[i * kHiddenUnits + unit];
    }
    Scores scores{};
    for (std::size_t unit = 0; unit < kHiddenUnits; ++unit) {
        const double strength = std::max(hidden[unit], 0.0) * digit_weights::kFromPointsUnit;
        for (std::size_t kind = 0; kind < kKinds; ++kind)
            scores[kind] +=
                strength * digit_weights::kFromHidden[unit * kKinds + kind] * digit_weights::kFromHiddenUnit;
    }
    return scores;
}

// The logarithm of the sum of the exponentials of some scores.
double together(const Scores& scores, bool of_digits) {
    double sum = 0;
    const double top = *std::max_element(scores.begin(), scores.end());
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        if ((kind >= 1 && kind <= 8) == of_digits) sum += std::exp(scores[kind] - top);
    }
    return std::log(std::max(sum, 1e-300)) + top;
}

}  // namespace

std::array<double, 8> opinions(const Plane<float>& drawing, double proportion) {
    constexpr double kMost = 12;
    const Scores scores = scores_of(drawing, proportion);
    const double best = *std::max_element(scores.begin() + 1, scores.begin() + 9);
    std::array<double, 8> result;
    for (std::size_t i = 0; i < 8; ++i)
        result[i] = std::max(scores[i + 1] - best, -kMost);
    return result;
}

double digit_odds(const Plane<float>& drawing, double proportion) {
    const Scores scores = scores_of(drawing, proportion);
    return together(scores, true) - together(scores, false);
}

Likeness likeliest_sign(const Plane<float>& drawing, double proportion) {
    const Scores scores = scores_of(drawing, proportion);
    const auto best = std::max_element(scores.begin(), scores.end());
    double sum = 0;
    for (const double score : scores)
        sum += std::exp(score - *best);
    return {static_cast<int>(best - scores.begin()), 1 / sum};
}

std::vector<double> features_of(const Plane<float>& drawing, double proportion) {
    const Plane<float> sized = stretched(stretched(drawing.turned(), kSignRows).turned(), kSignColumns);
    std::vector<double> features(sized.all().begin(), sized.all().end());
    features.push_back(2 * proportion);
    features.push_back(1);
    return features;
}

}  // namespace sapper::screen

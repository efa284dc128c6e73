#include "inference/coupling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "inference/contour.hpp"
#include "inference/tilt.hpp"
#include "inference/totals.hpp"

namespace sapper {

namespace {

constexpr double kTiny = std::numeric_limits<double>::min();

// log(n!) by Stirling's series, exact to the last bits from 16 on.
double log_factorial(double n) {
    if (n < 16) {
        double product = 1;
        for (double k = 2; k <= n; ++k)
            product *= k;
        return std::log(product);
    }
    const double y = 1 / (n * n);
    const double series = (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y / 1680))) / n;
    return (n + 0.5) * std::log(n) - n + 0.5 * std::log(2 * 3.14159265358979323846) + series;
}

double log_choose(double n, double k) {
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

// Totals t of the factors that the sea can complete: C(sea, mines - t) lambda^-t for low <= t <= high,
// relative to its largest value. Ratios of neighbours are exact enough and nothing overflows on the way down
// from the mode.
struct SeaWeights {
    std::vector<double> values;
    double log_scale = 0;
};

SeaWeights sea_weights(std::uint64_t sea, std::int64_t mines, std::int64_t low, std::int64_t high,
                       double lambda) {
    const auto cells = static_cast<double>(sea);
    // The mode of C(sea, x) lambda^x lies next to (sea + 1) lambda / (1 + lambda).
    const double mode = std::floor((cells + 1) * (lambda / (1 + lambda)));
    const auto anchor = static_cast<std::int64_t>(
        std::clamp(static_cast<double>(mines) - mode, static_cast<double>(low), static_cast<double>(high)));
    SeaWeights weights;
    weights.values.assign(static_cast<std::size_t>(high - low + 1), 0.0);
    const auto at = [&](std::int64_t t) -> double& {
        return weights.values[static_cast<std::size_t>(t - low)];
    };
    at(anchor) = 1;
    for (std::int64_t t = anchor; t < high; ++t) {  // one mine fewer in the sea
        const auto x = static_cast<double>(mines - t);
        at(t + 1) = std::max(at(t) * (x / ((cells - x + 1) * lambda)), kTiny);
    }
    for (std::int64_t t = anchor; t > low; --t) {
        const auto x = static_cast<double>(mines - t);
        at(t - 1) = std::max(at(t) * ((cells - x) * lambda / (x + 1)), kTiny);
    }
    weights.log_scale = log_choose(cells, static_cast<double>(mines - anchor)) -
                        static_cast<double>(anchor) * std::log(lambda);
    return weights;
}

// Totals of the first factors that the rest can still complete.
struct Window {
    std::int64_t low;
    std::int64_t high;
    std::size_t size() const { return static_cast<std::size_t>(high - low + 1); }
};

std::vector<Window> windows(std::span<const Factor> factors, std::uint64_t sea, std::int64_t mines,
                            std::int64_t slack) {
    std::vector<Window> result{{0, 0}};
    std::int64_t before = 0;
    std::int64_t after = slack - static_cast<std::int64_t>(sea);
    for (const Factor& factor : factors) {
        const auto width = static_cast<std::int64_t>(factor.ways.size()) - 1;
        before += width;
        after -= width;
        result.push_back({std::max<std::int64_t>(0, mines - static_cast<std::int64_t>(sea) - after),
                          std::min(before, mines)});
    }
    return result;
}

// Multiplies the factors out, forward and backward: as a walk of a component, with factors for groups.
class Product {
  public:
    Product(const std::vector<std::vector<double>>& masses, std::vector<Window> windows)
        : masses_(masses), windows_(std::move(windows)) {}

    void run(std::vector<double> at_end) {
        const std::size_t factors = masses_.size();
        onward_.resize(factors + 1);
        onward_[factors] = std::move(at_end);
        for (std::size_t c = factors; c-- > 0;) {
            onward_[c].assign(windows_[c].size(), 0.0);
            for_each_step(c, [&](std::size_t from, std::size_t k, std::size_t to) {
                onward_[c][from] += masses_[c][k] * onward_[c + 1][to];
            });
        }
        std::vector<double> ways{1.0};
        for (std::size_t c = 0; c < factors; ++c) {
            std::vector<double>& others = others_.emplace_back(masses_[c].size(), 0.0);
            std::vector<double> next(windows_[c + 1].size(), 0.0);
            for_each_step(c, [&](std::size_t from, std::size_t k, std::size_t to) {
                others[k] += ways[from] * onward_[c + 1][to];
                next[to] += ways[from] * masses_[c][k];
            });
            ways = std::move(next);
        }
        ways_ = std::move(ways);
    }

    double total() const { return onward_[0][0]; }
    std::vector<std::vector<double>>& others() { return others_; }
    // Of all factors together, over the last window.
    const std::vector<double>& ways() const { return ways_; }

  private:
    template <typename Visit>
    void for_each_step(std::size_t c, Visit visit) const {
        const Window& here = windows_[c];
        const Window& there = windows_[c + 1];
        const auto width = static_cast<std::int64_t>(masses_[c].size()) - 1;
        for (std::int64_t t = here.low; t <= here.high; ++t) {
            const std::int64_t first = std::max<std::int64_t>(0, there.low - t);
            const std::int64_t last = std::min(width, there.high - t);
            for (std::int64_t k = first; k <= last; ++k) {
                visit(static_cast<std::size_t>(t - here.low), static_cast<std::size_t>(k),
                      static_cast<std::size_t>(t + k - there.low));
            }
        }
    }

    const std::vector<std::vector<double>>& masses_;
    std::vector<Window> windows_;
    std::vector<std::vector<double>> onward_;  // ways of the rest and the sea, by the total so far
    std::vector<std::vector<double>> others_;
    std::vector<double> ways_;
};

// Multiplications past which the contour is taken where it is accurate.
constexpr double kProductLimit = 50000;

bool take_contour(CouplingMethod method, const Tilt& tilt, const std::vector<Window>& windows) {
    if (method != CouplingMethod::automatic) return method == CouplingMethod::contour;
    double work = 0;
    for (std::size_t c = 0; c < tilt.masses.size(); ++c) {
        work += static_cast<double>(windows[c].size()) * static_cast<double>(tilt.masses[c].size());
    }
    return work > kProductLimit && contour_is_accurate(tilt);
}

// Turns the probabilities of the others into weights of the untilted ways.
void finish_weights(Coupling& coupling, const Tilt& tilt, const Totals& totals, std::int64_t mines,
                    std::span<const Factor> factors) {
    for (std::size_t c = 0; c < factors.size(); ++c) {
        std::vector<double>& weights = coupling.weights[c];
        for (std::size_t k = 0; k < weights.size(); ++k) {
            const bool possible =
                factors[c].ways[k] > 0 && totals.reach(mines - static_cast<std::int64_t>(k), c);
            const double weight = weights[k] * (tilt.masses[c][k] / factors[c].ways[k]);
            weights[k] = possible ? std::max(weight, kTiny) : 0.0;
        }
        const double largest = *std::ranges::max_element(weights);
        for (double& weight : weights) {
            if (weight > 0) weight = std::max(weight / largest, kTiny);
        }
    }
}

// Every factor is held at its least count, or every one at its most: nothing to tilt.
Tilt forced(std::span<const Factor> factors, bool at_most) {
    Tilt tilt;
    for (const Factor& factor : factors) {
        const double only = at_most ? factor.ways.back() : factor.ways.front();
        std::vector<double>& masses = tilt.masses.emplace_back(factor.ways.begin(), factor.ways.end());
        for (double& mass : masses)
            mass /= only;
        tilt.log_norm += std::log(only);
    }
    return tilt;
}

}  // namespace

Coupling couple(std::span<const Factor> factors, std::uint64_t sea, std::int64_t mines,
                CouplingMethod method) {
    Coupling coupling;
    for (const Factor& factor : factors)
        mines -= factor.least;
    const Totals totals(factors, sea);
    if (!totals.reach(mines)) return coupling;
    coupling.possible = true;
    coupling.sea_can_be_mine = sea > 0 && totals.reach(mines - 1, Totals::kNone, 1);
    coupling.sea_can_be_safe = sea > 0 && totals.reach(mines, Totals::kNone, 1);

    const bool has_choice = mines > 0 && mines < totals.slack();
    const Tilt tilt = has_choice ? tilt_to(factors, sea, mines) : forced(factors, mines > 0);
    std::vector<Window> all_windows = windows(factors, sea, mines, totals.slack());
    if (has_choice && take_contour(method, tilt, all_windows)) {
        ContourResult result = contour(tilt, sea, mines);
        coupling.weights = std::move(result.others);
        coupling.sea_probability = result.sea_probability;
        coupling.log_total = std::log(result.total) + tilt.log_norm -
                             static_cast<double>(mines) * std::log(tilt.lambda) +
                             static_cast<double>(sea) * std::log1p(tilt.lambda);
    } else {
        const Window last = all_windows.back();
        const SeaWeights at_end = sea_weights(sea, mines, last.low, last.high, tilt.lambda);
        Product product(tilt.masses, std::move(all_windows));
        product.run(at_end.values);
        coupling.weights = std::move(product.others());
        double in_sea = 0;
        for (std::int64_t t = last.low; t <= last.high; ++t) {
            const auto i = static_cast<std::size_t>(t - last.low);
            in_sea += product.ways()[i] * at_end.values[i] * static_cast<double>(mines - t);
        }
        if (sea > 0) coupling.sea_probability = in_sea / (static_cast<double>(sea) * product.total());
        coupling.log_total = std::log(product.total()) + tilt.log_norm + at_end.log_scale;
    }
    if (!coupling.sea_can_be_mine) coupling.sea_probability = 0;
    if (sea > 0 && !coupling.sea_can_be_safe) coupling.sea_probability = 1;
    finish_weights(coupling, tilt, totals, mines, factors);
    return coupling;
}

}  // namespace sapper

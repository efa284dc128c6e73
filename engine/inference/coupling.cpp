#include "inference/coupling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "inference/equivalence_classes.hpp"

namespace sapper {

namespace {

std::int64_t largest_gap(std::span<const double> ways) {
    std::int64_t largest = 0;
    std::int64_t run = 0;
    for (double value : ways) {
        run = value > 0 ? 0 : run + 1;
        largest = std::max(largest, run);
    }
    return largest;
}

std::int64_t width(const Factor& factor) {
    return static_cast<std::int64_t>(factor.ways.size()) - 1;
}

}  // namespace

Totals::Totals(std::span<const Factor> kinds, std::uint64_t sea)
    : kinds_(kinds), interval_(static_cast<std::int64_t>(sea)), slack_(interval_) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const std::int64_t together = width(kinds[i]) * static_cast<std::int64_t>(kinds[i].members);
        slack_ += together;
        const std::int64_t gap = largest_gap(kinds[i].ways);
        largest_gap_ = std::max(largest_gap_, gap);
        if (gap > 0) {
            with_gaps_.push_back(i);
        } else {
            interval_ += together;
        }
    }
}

bool Totals::reach(std::int64_t mines, std::size_t without, std::uint64_t fewer_sea) const {
    std::int64_t most = slack_ - static_cast<std::int64_t>(fewer_sea);
    std::int64_t interval = interval_ - static_cast<std::int64_t>(fewer_sea);
    const bool without_has_gaps = without != kNone && std::ranges::binary_search(with_gaps_, without);
    if (without != kNone) {
        most -= width(kinds_[without]);
        if (!without_has_gaps) interval -= width(kinds_[without]);
    }
    if (mines < 0 || mines > most) return false;
    // An interval as wide as every gap closes all of them.
    if (with_gaps_.empty() || interval >= largest_gap_) return true;
    const std::vector<bool> sums = sums_with_gaps(without_has_gaps ? without : kNone);
    const std::int64_t last = std::min(mines, static_cast<std::int64_t>(sums.size()) - 1);
    for (std::int64_t sum = std::max<std::int64_t>(0, mines - interval); sum <= last; ++sum) {
        if (sums[static_cast<std::size_t>(sum)]) return true;
    }
    return false;
}

std::vector<bool> Totals::sums_with_gaps(std::size_t without) const {
    std::vector<bool> sums{true};
    for (std::size_t i : with_gaps_) {
        const std::span<const double> ways = kinds_[i].ways;
        for (std::size_t member = i == without ? 1 : 0; member < kinds_[i].members; ++member) {
            std::vector<bool> next(sums.size() + ways.size() - 1, false);
            for (std::size_t k = 0; k < ways.size(); ++k) {
                if (!(ways[k] > 0)) continue;
                for (std::size_t sum = 0; sum < sums.size(); ++sum) {
                    if (sums[sum]) next[sum + k] = true;
                }
            }
            sums = std::move(next);
        }
    }
    return sums;
}

namespace {

constexpr double kTiny = std::numeric_limits<double>::min();

// log(n!) by Stirling's series, accurate to the last bits from 16 on.
double log_factorial(double n) {
    if (n < 16) {
        double product = 1;
        for (double k = 2; k <= n; ++k)
            product *= k;
        return std::log(product);
    }
    const double y = 1 / (n * n);
    const double series = (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y / 1680))) / n;
    return (n + 0.5) * std::log(n) - n + 0.5 * std::log(2 * std::numbers::pi) + series;
}

double log_choose(double n, double k) {
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

// Multiplies out few tilted factors and a sea, forward and backward, like a sweep with factors in place of
// groups. All terms are positive, so even unlikely results are accurate to rounding.
class Product {
  public:
    // `mines` are those above the least count of every factor, at most `slack` of them. Takes time
    // proportional to the number of members.
    Product(std::span<const Factor> kinds, const Tilt& tilt, std::uint64_t sea, std::int64_t mines,
            std::int64_t slack);

    // The number of multiplications in run().
    double work() const;
    void run();

    // After run(). For each kind and count k: a weight proportional to the probability that everything but
    // one member of the kind holds the remaining mines.
    PerCount take_others() { return std::move(others_); }
    double sea_probability() const { return sea_probability_; }
    // The natural logarithm of the number of configurations of factors and sea, for untilted ways.
    double log_total() const { return log_total_; }

  private:
    // The totals of the factors before, if the rest can complete them; where their values begin; and the kind
    // of the next factor.
    struct Window {
        std::int64_t low;
        std::int64_t high;
        std::size_t first;
        std::size_t kind;
    };

    void weigh_sea(double* at_end);
    void run_backward();
    void run_forward();
    template <typename Visit>
    void for_each_step(std::size_t factor, Visit visit) const;
    std::size_t factors() const { return windows_.size() - 1; }
    std::span<const double> masses_of(std::size_t factor) const {
        return tilt_.masses[windows_[factor].kind];
    }

    const Tilt& tilt_;
    std::uint64_t sea_;
    std::int64_t mines_;
    std::vector<Window> windows_;  // before each factor, members of a kind together, and after the last
    std::vector<double> onward_;   // per window and total: ways of the remaining factors and the sea
    std::vector<double> ways_;     // per window and total: ways of the factors before
    PerCount others_;
    double sea_probability_ = 0;
    double log_scale_ = 0;  // of the sea's weights
    double log_total_ = 0;
};

Product::Product(std::span<const Factor> kinds, const Tilt& tilt, std::uint64_t sea, std::int64_t mines,
                 std::int64_t slack)
    : tilt_(tilt), sea_(sea), mines_(mines) {
    std::size_t factors = 0;
    for (const Factor& kind : kinds)
        factors += kind.members;
    windows_.reserve(factors + 1);
    const auto in_sea = static_cast<std::int64_t>(sea);
    std::int64_t before = 0;
    std::int64_t after = slack - in_sea;
    std::size_t first = 0;
    const auto add_window = [&](std::size_t kind) {
        const std::int64_t low = std::max<std::int64_t>(0, mines - in_sea - after);
        const std::int64_t high = std::min(before, mines);
        windows_.push_back({low, high, first, kind});
        first += static_cast<std::size_t>(high - low + 1);
    };
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        const auto width = static_cast<std::int64_t>(kinds[kind].ways.size()) - 1;
        for (std::size_t member = 0; member < kinds[kind].members; ++member) {
            add_window(kind);
            before += width;
            after -= width;
        }
    }
    add_window(kinds.size());
}

double Product::work() const {
    double work = 0;
    for (std::size_t c = 0; c < factors(); ++c) {
        const auto totals = static_cast<double>(windows_[c].high - windows_[c].low + 1);
        work += 3 * totals * static_cast<double>(masses_of(c).size());
    }
    return work;
}

void Product::run() {
    const Window& last = windows_.back();
    const std::size_t size = last.first + static_cast<std::size_t>(last.high - last.low + 1);
    onward_.assign(size, 0.0);
    ways_.assign(size, 0.0);
    double* at_end = onward_.data() + last.first;
    weigh_sea(at_end);
    run_backward();
    run_forward();

    const double total = onward_.front();
    double in_sea = 0;
    for (std::int64_t t = last.low; t <= last.high; ++t) {
        const auto i = static_cast<std::size_t>(t - last.low);
        in_sea += ways_[last.first + i] * at_end[i] * static_cast<double>(mines_ - t);
    }
    if (sea_ > 0) sea_probability_ = in_sea / (static_cast<double>(sea_) * total);
    log_total_ = std::log(total) + tilt_.log_norm + log_scale_;
}

// C(sea, mines - t) lambda^-t for every total t of all factors, relative to the largest. Multiplies ratios of
// neighbouring values outward from the mode. That is accurate enough, and nothing overflows.
void Product::weigh_sea(double* at_end) {
    const Window& window = windows_.back();
    const auto cells = static_cast<double>(sea_);
    const double lambda = tilt_.lambda;
    const double mode = std::floor((cells + 1) * (lambda / (1 + lambda)));
    const auto anchor = static_cast<std::int64_t>(std::clamp(static_cast<double>(mines_) - mode,
                                                             static_cast<double>(window.low),
                                                             static_cast<double>(window.high)));
    at_end[anchor - window.low] = 1;
    for (std::int64_t t = anchor; t < window.high; ++t) {  // the sea has one mine fewer
        const auto x = static_cast<double>(mines_ - t);
        const double ratio = x / ((cells - x + 1) * lambda);
        at_end[t + 1 - window.low] = std::max(at_end[t - window.low] * ratio, kTiny);
    }
    for (std::int64_t t = anchor; t > window.low; --t) {
        const auto x = static_cast<double>(mines_ - t);
        const double ratio = (cells - x) * lambda / (x + 1);
        at_end[t - 1 - window.low] = std::max(at_end[t - window.low] * ratio, kTiny);
    }
    log_scale_ = log_choose(cells, static_cast<double>(mines_ - anchor)) -
                 static_cast<double>(anchor) * std::log(lambda);
}

template <typename Visit>
void Product::for_each_step(std::size_t factor, Visit visit) const {
    const Window& here = windows_[factor];
    const Window& there = windows_[factor + 1];
    const std::span<const double> masses = masses_of(factor);
    const auto width = static_cast<std::int64_t>(masses.size()) - 1;
    for (std::int64_t t = here.low; t <= here.high; ++t) {
        const std::size_t from = here.first + static_cast<std::size_t>(t - here.low);
        const std::int64_t last = std::min(width, there.high - t);
        for (std::int64_t k = std::max<std::int64_t>(0, there.low - t); k <= last; ++k) {
            const std::size_t to = there.first + static_cast<std::size_t>(t + k - there.low);
            visit(from, static_cast<std::size_t>(k), to, masses[static_cast<std::size_t>(k)]);
        }
    }
}

void Product::run_backward() {
    for (std::size_t c = factors(); c-- > 0;) {
        for_each_step(c, [this](std::size_t from, std::size_t, std::size_t to, double mass) {
            onward_[from] += mass * onward_[to];
        });
    }
}

void Product::run_forward() {
    ways_[0] = 1;
    others_ = tilt_.masses.zeros();
    for (std::size_t c = 0; c < factors(); ++c) {
        const std::size_t kind = windows_[c].kind;
        if (c > 0 && windows_[c - 1].kind == kind) {
            for_each_step(c, [this](std::size_t from, std::size_t, std::size_t to, double mass) {
                ways_[to] += ways_[from] * mass;
            });
            continue;
        }
        const std::span<double> others = others_[kind];
        for_each_step(c, [this, others](std::size_t from, std::size_t k, std::size_t to, double mass) {
            others[k] += ways_[from] * onward_[to];
            ways_[to] += ways_[from] * mass;
        });
    }
}

// With more multiplications than this, the contour replaces the product if it is accurate.
constexpr double kProductLimit = 30000;

// Finds the kinds, in the order of first appearance, so that they depend only on the factors and their order.
// Stores them in `kinds`, unless every factor is its own kind.
std::span<const Factor> kinds_of(std::span<const Factor> factors, std::vector<Factor>& kinds,
                                 std::vector<std::uint32_t>& kind_of) {
    constexpr std::size_t kFewestToCompare = 16;  // too few factors to search for equal ones
    if (factors.size() < kFewestToCompare) {
        kind_of.resize(factors.size());
        std::iota(kind_of.begin(), kind_of.end(), 0U);
        return factors;
    }
    EquivalenceClasses classes;
    kinds.resize(classes.find(factors.size(), [factors](std::size_t i) { return factors[i].ways; }),
                 {0, {}, 0});
    for (std::size_t i = 0; i < factors.size(); ++i) {
        kind_of.push_back(classes.class_of(i));
        kinds[kind_of[i]].ways = factors[i].ways;
        ++kinds[kind_of[i]].members;
    }
    return kinds;
}

// Turns the probabilities of the other cells into weights for the untilted ways.
void finish_weights(Coupling& coupling, const Tilt& tilt, const Totals& totals, std::int64_t mines,
                    std::span<const Factor> kinds) {
    for (std::size_t c = 0; c < kinds.size(); ++c) {
        const std::span<double> weights = coupling.of_kind[c];
        const std::span<const double> masses = tilt.masses[c];
        const std::span<const double> ways = kinds[c].ways;
        double largest = 0;
        for (std::size_t k = 0; k < weights.size(); ++k) {
            const bool possible = ways[k] > 0 && totals.reach(mines - static_cast<std::int64_t>(k), c);
            coupling.restricts |= ways[k] > 0 && !possible;
            weights[k] = possible ? std::max(weights[k] * (masses[k] / ways[k]), kTiny) : 0.0;
            largest = std::max(largest, weights[k]);
        }
        for (double& weight : weights) {
            if (weight > 0) weight = std::max(weight / largest, kTiny);
        }
    }
}

void run_contour(Coupling& coupling, std::span<const Factor> kinds, const Tilt& tilt, std::uint64_t sea,
                 std::int64_t mines) {
    ContourResult result = contour(kinds, tilt, sea, mines);
    coupling.of_kind = std::move(result.others);
    coupling.sea_probability = result.sea_probability;
    coupling.log_total = std::log(result.total) + tilt.log_norm -
                         static_cast<double>(mines) * std::log(tilt.lambda) +
                         static_cast<double>(sea) * std::log1p(tilt.lambda);
}

void run_product(Coupling& coupling, Product& product) {
    product.run();
    coupling.of_kind = product.take_others();
    coupling.sea_probability = product.sea_probability();
    coupling.log_total = product.log_total();
}

}  // namespace

Coupling couple(std::span<const Factor> factors, std::uint64_t sea, std::int64_t mines) {
    Coupling coupling;
    for (const Factor& factor : factors)
        mines -= factor.least;
    std::vector<Factor> kind_storage;
    const std::span<const Factor> kinds = kinds_of(factors, kind_storage, coupling.kind_of);
    const Totals totals(kinds, sea);
    if (!totals.reach(mines)) return coupling;
    coupling.possible = true;
    coupling.sea_can_be_mine = sea > 0 && totals.reach(mines - 1, Totals::kNone, 1);
    coupling.sea_can_be_safe = sea > 0 && totals.reach(mines, Totals::kNone, 1);

    const bool has_choice = mines > 0 && mines < totals.slack();
    const Tilt tilt = has_choice ? tilt_to(kinds, sea, mines) : forced_tilt(kinds, mines > 0);
    Product product(kinds, tilt, sea, mines, totals.slack());
    if (has_choice && product.work() > kProductLimit && contour_is_accurate(tilt)) {
        run_contour(coupling, kinds, tilt, sea, mines);
    } else {
        run_product(coupling, product);
    }
    if (!coupling.sea_can_be_mine) coupling.sea_probability = 0;
    if (sea > 0 && !coupling.sea_can_be_safe) coupling.sea_probability = 1;
    finish_weights(coupling, tilt, totals, mines, kinds);
    return coupling;
}

}  // namespace sapper

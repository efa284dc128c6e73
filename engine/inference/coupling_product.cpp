#include "inference/coupling_product.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace sapper {

namespace {

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

}  // namespace

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
    constexpr double kTiny = std::numeric_limits<double>::min();
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

}  // namespace sapper

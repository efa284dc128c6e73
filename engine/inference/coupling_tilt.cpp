#include "inference/coupling_tilt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sapper {

namespace {

struct Moments {
    double mean = 0;
    double variance = 0;
};

// Writes ways[k] lambda^k for all k, up to a common factor whose logarithm it returns.
double tilted_terms(std::span<const double> ways, double lambda, std::span<double> terms) {
    const std::size_t last = ways.size() - 1;
    std::ranges::copy(ways, terms.begin());
    // Powers of at most one cannot overflow, so a large lambda is applied from the last term downward.
    const double base = lambda <= 1 ? lambda : 1 / lambda;
    const auto term_at = [&](std::size_t i) -> double& { return terms[lambda <= 1 ? i : last - i]; };
    const double log_factor = lambda <= 1 ? 0 : static_cast<double>(last) * std::log(lambda);
    if (static_cast<double>(last) * -std::ilogb(base) < 400) {
        double power = 1;
        for (std::size_t i = 0; i <= last; ++i) {
            term_at(i) *= power;
            power *= base;
        }
        return log_factor;
    }
    // Wide factors: powers are stored as mantissa and exponent, terms relative to the largest.
    std::vector<int> exponents(ways.size(), 0);
    double mantissa = 1;
    int exponent = 0;
    int largest = std::numeric_limits<int>::min();
    for (std::size_t i = 0; i <= last; ++i) {
        double& term = term_at(i);
        if (term > 0) {
            int of_term = 0;
            term = std::frexp(term * mantissa, &of_term);
            exponents[i] = exponent + of_term;
            largest = std::max(largest, exponents[i]);
        }
        int shift = 0;
        mantissa = std::frexp(mantissa * base, &shift);
        exponent += shift;
    }
    for (std::size_t i = 0; i <= last; ++i)
        term_at(i) = std::ldexp(term_at(i), exponents[i] - largest);
    return log_factor + largest * std::log(2.0);
}

// Mean and variance of one factor's count above its least, from its tilted terms.
Moments moments_of(std::span<const double> terms) {
    double sum = 0;
    double first = 0;
    double second = 0;
    for (std::size_t k = 0; k < terms.size(); ++k) {
        const auto count = static_cast<double>(k);
        sum += terms[k];
        first += count * terms[k];
        second += count * count * terms[k];
    }
    const double mean = first / sum;
    return {mean, std::max(0.0, second / sum - mean * mean)};
}

Moments moments_of(std::span<const Factor> kinds, std::uint64_t sea, double lambda) {
    const double p = lambda / (1 + lambda);
    const auto cells = static_cast<double>(sea);
    Moments total{cells * p, cells * p / (1 + lambda)};
    std::vector<double> terms;
    for (const Factor& kind : kinds) {
        terms.resize(kind.ways.size());
        tilted_terms(kind.ways, lambda, terms);
        const Moments moments = moments_of(terms);
        const auto members = static_cast<double>(kind.members);
        total.mean += members * moments.mean;
        total.variance += members * moments.variance;
    }
    return total;
}

// Newton's method on log(lambda), inside a shrinking bracket. Uses only the first terms of the series for the
// exponential of a step: any positive function of the right slope works, and this one is the same on every
// machine.
double saddle_point(std::span<const Factor> kinds, std::uint64_t sea, double mines, double slack) {
    double low = 0;
    double high = std::numeric_limits<double>::infinity();
    double lambda = mines / (slack - mines);
    for (int round = 0; round < 100; ++round) {  // a handful in practice
        const Moments at = moments_of(kinds, sea, lambda);
        const double off = mines - at.mean;
        if (off * off <= 1e-8 * at.variance) break;
        (off > 0 ? low : high) = lambda;
        const double step = std::clamp(off / std::max(at.variance, 1e-300), -1.0, 1.0);
        double next = lambda * (1 + step + step * step / 2);
        if (next <= low)
            next = high < std::numeric_limits<double>::infinity() ? std::sqrt(low * high) : 2 * low;
        if (next >= high) next = low > 0 ? std::sqrt(low * high) : high / 2;
        if (next == lambda) break;
        lambda = next;
    }
    return lambda;
}

// Turns the terms into the probabilities of the counts. Returns their sum before.
double normalise(std::span<const double> ways, std::span<double> terms) {
    double sum = 0;
    for (double term : terms)
        sum += term;
    for (std::size_t k = 0; k < ways.size(); ++k)
        terms[k] = ways[k] > 0 ? std::max(terms[k] / sum, std::numeric_limits<double>::min()) : 0;
    return sum;
}

// For neighbouring counts of probability a and b, |a + b e^ix| <= (a + b) - (1 - cos x) a b / (a + b).
double smoothness_of(std::span<const double> masses) {
    double sum = 0;
    for (std::size_t k = 0; k + 1 < masses.size(); k += 2) {
        const double both = masses[k] + masses[k + 1];
        if (both > 0) sum += masses[k] * masses[k + 1] / both;
    }
    return sum;
}

// The sum of the logarithms of factors. Multiplies the factors, and takes a logarithm only before the product
// would leave the range of a double.
class LogSum {
  public:
    void add(double factor, std::size_t times) {
        if (times > 1 || factor > 0x1p500 || factor < 0x1p-500) {
            sum_ += static_cast<double>(times) * std::log(factor);
        } else {
            product_ *= factor;
            if (product_ > 0x1p500 || product_ < 0x1p-500) flush();
        }
    }
    double value() {
        flush();
        return sum_;
    }

  private:
    void flush() {
        sum_ += std::log(product_);
        product_ = 1;
    }

    double sum_ = 0;
    double product_ = 1;
};

// If all factors together have fewer counts than this, the tilt hardly matters.
constexpr std::size_t kFewCounts = 64;

// A list of zeros for every kind.
PerCount per_count(std::span<const Factor> kinds) {
    std::size_t values = 0;
    for (const Factor& kind : kinds)
        values += kind.ways.size();
    PerCount lists;
    lists.reserve(kinds.size(), values);
    for (const Factor& kind : kinds)
        lists.add(kind.ways.size());
    return lists;
}

}  // namespace

Tilt tilt_to(std::span<const Factor> kinds, std::uint64_t sea, std::int64_t mines) {
    std::size_t counts = 0;
    for (const Factor& kind : kinds)
        counts += kind.members * (kind.ways.size() - 1);
    const double slack = static_cast<double>(sea) + static_cast<double>(counts);
    const auto wanted = static_cast<double>(mines);
    Tilt tilt;
    tilt.lambda = counts < kFewCounts ? wanted / (slack - wanted) : saddle_point(kinds, sea, wanted, slack);
    tilt.sea_probability = tilt.lambda / (1 + tilt.lambda);
    const double sea_variance = static_cast<double>(sea) * tilt.sea_probability / (1 + tilt.lambda);
    tilt.variance = tilt.smoothness = sea_variance;
    tilt.masses = per_count(kinds);
    LogSum log_norm;
    for (std::size_t c = 0; c < kinds.size(); ++c) {
        const std::span<const double> ways = kinds[c].ways;
        const std::span<double> masses = tilt.masses[c];
        const auto members = static_cast<double>(kinds[c].members);
        tilt.log_norm += members * tilted_terms(ways, tilt.lambda, masses);
        tilt.variance += members * moments_of(masses).variance;
        log_norm.add(normalise(ways, masses), kinds[c].members);
        tilt.smoothness += members * smoothness_of(masses);
        tilt.widest = std::max(tilt.widest, ways.size() - 1);
    }
    tilt.log_norm += log_norm.value();
    return tilt;
}

Tilt forced_tilt(std::span<const Factor> kinds, bool at_most) {
    Tilt tilt;
    tilt.masses = per_count(kinds);
    LogSum log_norm;
    for (std::size_t c = 0; c < kinds.size(); ++c) {
        const std::span<const double> ways = kinds[c].ways;
        const double only = at_most ? ways.back() : ways.front();
        const std::span<double> masses = tilt.masses[c];
        for (std::size_t k = 0; k < ways.size(); ++k)
            masses[k] = ways[k] / only;
        log_norm.add(only, kinds[c].members);
    }
    tilt.log_norm = log_norm.value();
    return tilt;
}

}  // namespace sapper

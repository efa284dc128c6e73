#include "inference/tilt.hpp"

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
double tilted_terms(std::span<const double> ways, double lambda, std::vector<double>& terms) {
    const std::size_t last = ways.size() - 1;
    terms.assign(ways.begin(), ways.end());
    // Powers of at most one cannot overflow, so a large lambda is counted down from the last term.
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
    // Wide factors: powers as mantissa and exponent, terms relative to the largest.
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

// Mean and variance of one factor's count above its least, given its tilted terms.
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

Moments moments_of(std::span<const Factor> factors, std::uint64_t sea, double lambda) {
    const double p = lambda / (1 + lambda);
    const auto cells = static_cast<double>(sea);
    Moments total{cells * p, cells * p / (1 + lambda)};
    std::vector<double> terms;
    for (const Factor& factor : factors) {
        tilted_terms(factor.ways, lambda, terms);
        const Moments moments = moments_of(terms);
        total.mean += moments.mean;
        total.variance += moments.variance;
    }
    return total;
}

// Newton's method on log(lambda), kept inside a shrinking bracket. The exponential of a step is taken from
// the first terms of its series: any positive function of the right slope will do, and this one is the same
// everywhere.
double saddle_point(std::span<const Factor> factors, std::uint64_t sea, double mines, double slack) {
    double low = 0;
    double high = std::numeric_limits<double>::infinity();
    double lambda = mines / (slack - mines);
    for (int round = 0; round < 100; ++round) {  // a handful in practice
        const Moments at = moments_of(factors, sea, lambda);
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

std::vector<double> tilted_masses(std::span<const double> ways, double lambda, double& log_norm) {
    std::vector<double> masses;
    log_norm += tilted_terms(ways, lambda, masses);
    double sum = 0;
    for (double mass : masses)
        sum += mass;
    for (std::size_t k = 0; k < masses.size(); ++k) {
        if (ways[k] > 0) masses[k] = std::max(masses[k] / sum, std::numeric_limits<double>::min());
    }
    log_norm += std::log(sum);
    return masses;
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

}  // namespace

Tilt tilt_to(std::span<const Factor> factors, std::uint64_t sea, std::int64_t mines) {
    double slack = static_cast<double>(sea);
    for (const Factor& factor : factors)
        slack += static_cast<double>(factor.ways.size() - 1);
    Tilt tilt;
    tilt.lambda = saddle_point(factors, sea, static_cast<double>(mines), slack);
    tilt.sea_probability = tilt.lambda / (1 + tilt.lambda);
    tilt.variance = moments_of(factors, sea, tilt.lambda).variance;
    tilt.smoothness = static_cast<double>(sea) * tilt.sea_probability / (1 + tilt.lambda);
    for (const Factor& factor : factors) {
        tilt.masses.push_back(tilted_masses(factor.ways, tilt.lambda, tilt.log_norm));
        tilt.smoothness += smoothness_of(tilt.masses.back());
        tilt.widest = std::max(tilt.widest, factor.ways.size() - 1);
    }
    return tilt;
}

}  // namespace sapper

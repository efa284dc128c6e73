// How likely each count of mines is where a sum over all counts is too long: by a tilt and a Fourier
// integral.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <numbers>

#include "inference/coupling.hpp"

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
    // Powers of at most one cannot overflow. So a large lambda goes from the last term downward.
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
    // For wide factors, stores powers as mantissa and exponent, and terms relative to the largest.
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

// Finds lambda by Newton's method on log(lambda), inside a shrinking bracket. Takes only the first terms of
// the series for the exponential of a step: any positive function of the right slope works, and this one is
// the same on every machine.
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

// Turns the terms into the probabilities of the counts. Returns the sum of the terms.
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

// Sums the logarithms of factors. Multiplies the factors, and takes a logarithm only before the product would
// leave the range of a double.
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

using Complex = std::complex<double>;

constexpr double kPi = std::numbers::pi;
// exp(-kNegligibleExponent) is smaller than the last bit of one.
constexpr double kNegligibleExponent = 40;

// The operator of std::complex also handles infinities. They cannot occur here, and the check would take most
// of the time.
Complex times(Complex a, Complex b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// e^(i angle), the same on every machine: the Taylor series of a sixteenth of the angle, then four doublings.
Complex on_circle(double angle) {
    angle -= 2 * kPi * std::floor(angle / (2 * kPi) + 0.5);
    const double x = angle / 16;
    const double y = x * x;
    double cos_less_one = 0;
    double sine = 0;
    for (int n = 16; n >= 2; n -= 2) {
        cos_less_one = -(1 + cos_less_one) * y / (n * (n - 1));
        sine = (1 - sine) * y / ((n + 1) * n);
    }
    sine = x * (1 - sine);
    for (int i = 0; i < 4; ++i) {  // storing cos - 1 keeps the doublings accurate
        const double next_sine = 2 * sine * (1 + cos_less_one);
        cos_less_one = -2 * sine * sine;
        sine = next_sine;
    }
    return {1 + cos_less_one, sine};
}

// (q + p e^(ix))^n e^(-i n p x): the factor of the sea, shifted so that its mean is zero. Computes the power
// from the base minus one, which is small and known accurately. With plain multiplication the error would
// grow with n.
Complex sea_factor(double p, double angle, std::uint64_t n) {
    const double q = 1 - p;
    const Complex half_p = on_circle(p * angle / 2);
    const Complex half_q = on_circle(q * angle / 2);
    // e^(ix) - 1 = -2 sin^2(x/2) + 2i sin(x/2) cos(x/2)
    const auto less_one = [](Complex half) {
        return Complex(-2 * half.imag() * half.imag(), 2 * half.imag() * half.real());
    };
    Complex power = q * less_one(std::conj(half_p)) + p * less_one(half_q);
    Complex result = 0;
    for (; n > 0; n >>= 1) {
        if (n & 1) result = result + power + times(result, power);
        power = 2.0 * power + times(power, power);
    }
    return 1.0 + result;
}

Complex evaluate(std::span<const double> masses, Complex z) {
    Complex value = masses.back();
    for (std::size_t k = masses.size() - 1; k-- > 0;)
        value = times(value, z) + masses[k];
    return value;
}

Complex power(Complex value, std::size_t n) {
    Complex result = 1;
    for (; n > 0; n >>= 1) {
        if (n & 1) result = times(result, value);
        value = times(value, value);
    }
    return result;
}

// The number of angles that the whole circle needs. Bernstein's inequality bounds the mass of the totals that
// are one turn away.
double angles_around(const Tilt& tilt) {
    const double linear = 2 * kNegligibleExponent / 6 * static_cast<double>(tilt.widest + 1);
    return std::ceil(linear + std::sqrt(linear * linear + 2 * kNegligibleExponent * tilt.variance)) +
           static_cast<double>(tilt.widest);
}

}  // namespace

Tilt tilt_to(std::span<const Factor> kinds, std::uint64_t sea, std::int64_t mines) {
    std::size_t counts = 0;
    for (const Factor& kind : kinds)
        counts += kind.members * (kind.ways.size() - 1);
    const double slack = static_cast<double>(sea) + static_cast<double>(counts);
    const auto mean = static_cast<double>(mines);
    Tilt tilt;
    tilt.lambda = counts < kFewCounts ? mean / (slack - mean) : saddle_point(kinds, sea, mean, slack);
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

bool contour_is_accurate(const Tilt& tilt) {
    const auto widest = static_cast<double>(tilt.widest);
    return tilt.smoothness >= 64 && widest * widest <= 16 * tilt.smoothness;
}

ContourResult contour(std::span<const Factor> kinds, const Tilt& tilt, std::uint64_t sea,
                      std::int64_t mines) {
    const double step = 2 * kPi / angles_around(tilt);
    ContourResult result;
    for (std::size_t c = 0; c < kinds.size(); ++c)
        result.others.add(tilt.masses[c].size());
    std::vector<Complex> beside(kinds.size());  // product of all kinds before, and of all members but one
    std::vector<Complex> value(kinds.size());   // product of all members
    const double p = tilt.sea_probability;
    const double at_rest = static_cast<double>(mines) - static_cast<double>(sea) * p;
    for (int turn = 0;; ++turn) {
        const double angle = turn * step;
        const Complex z = on_circle(angle);
        if (angle >= kPi || tilt.smoothness * (1 - z.real()) > kNegligibleExponent) break;
        Complex product = times(sea_factor(p, angle, sea), on_circle(-at_rest * angle));
        if (turn > 0) product *= 2.0;  // the angle below the axis contributes the conjugate
        for (std::size_t c = 0; c < kinds.size(); ++c) {
            const Complex one = evaluate(tilt.masses[c], z);
            const Complex others = power(one, kinds[c].members - 1);
            beside[c] = times(product, others);
            value[c] = times(others, one);
            product = times(product, value[c]);
        }
        result.total += product.real();
        if (sea > 0) result.sea_probability += times(product, p * z / ((1 - p) + p * z)).real();
        Complex after = 1;
        for (std::size_t c = kinds.size(); c-- > 0;) {
            Complex others = times(beside[c], after);
            for (double& sum : result.others[c]) {
                sum += others.real();
                others = times(others, z);
            }
            after = times(after, value[c]);
        }
    }
    result.sea_probability /= result.total;
    const double per_angle = step / (2 * kPi);
    result.total *= per_angle;
    for (std::size_t c = 0; c < kinds.size(); ++c) {
        for (double& sum : result.others[c])
            sum *= per_angle;
    }
    return result;
}

}  // namespace sapper

#include "inference/coupling_contour.hpp"

#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>

namespace sapper {

namespace {

using Complex = std::complex<double>;

constexpr double kPi = std::numbers::pi;
// exp(-kNothing) is smaller than the last bit of one.
constexpr double kNothing = 40;

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
        const double doubled = 2 * sine * (1 + cos_less_one);
        cos_less_one = -2 * sine * sine;
        sine = doubled;
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

// How many angles the whole circle needs. Bernstein's inequality bounds the mass of the totals that are one
// turn away.
double angles_around(const Tilt& tilt) {
    const double linear = 2 * kNothing / 6 * static_cast<double>(tilt.widest + 1);
    return std::ceil(linear + std::sqrt(linear * linear + 2 * kNothing * tilt.variance)) +
           static_cast<double>(tilt.widest);
}

}  // namespace

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
        if (angle >= kPi || tilt.smoothness * (1 - z.real()) > kNothing) break;
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

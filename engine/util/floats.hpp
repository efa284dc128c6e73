// Sums and comparisons of floating-point numbers that hardly depend on the order or the machine.
#pragma once

#include <cmath>

namespace sapper {

// Figures whose last digits may differ between two ways to compute them, or between machines, as those of
// logarithms and exponentials do, count as equal if they agree to twelve digits. So every machine plays the
// same games.
constexpr bool is_riskier(double risk, double than) {
    return risk > than * (1 + 1e-12);
}

// Rounds scores before they are compared.
inline double rounded(double score) {
    constexpr double kGrain = 0x1p40;
    return std::nearbyint(score * kGrain) / kGrain;
}

// Compensated sum (Neumaier): adds doubles almost without rounding error, so the order hardly matters.
class CompensatedSum {
  public:
    void add(double value) {
        const double sum = sum_ + value;
        rest_ += std::abs(sum_) >= std::abs(value) ? (sum_ - sum) + value : (value - sum) + sum_;
        sum_ = sum;
    }
    double value() const { return std::isfinite(sum_) ? sum_ + rest_ : sum_; }

  private:
    double sum_ = 0;
    double rest_ = 0;
};

}  // namespace sapper

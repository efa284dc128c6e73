// Quotients of doubles, and sums and comparisons that hardly depend on the order of the terms or on the
// machine.
#pragma once

#include <cmath>
#include <optional>

namespace sapper {

// Nothing if an amount is unknown or the divisor is zero.
constexpr std::optional<double> quotient(std::optional<double> amount, std::optional<double> divisor) {
    if (!amount || !divisor || *divisor == 0) return std::nullopt;
    return *amount / *divisor;
}

// Whether one risk is higher than another. Logarithms and exponentials differ between machines in their last
// digits, so risks that agree to twelve digits count as equal. Then every machine plays the same games.
constexpr bool is_riskier(double risk, double than) {
    return risk > than * (1 + 1e-12);
}

// Drops the last bits of a score, in which machines differ, before it is compared.
inline double round_score(double score) {
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

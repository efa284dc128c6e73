// Compensated sum (Neumaier): adds doubles almost without rounding error, so the order hardly matters.
#pragma once

#include <cmath>

namespace sapper {

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

// The product of a few tilted factors and a sea, multiplied out forward and backward: as a sweep of a
// component with factors for groups. All terms are positive, so every result is accurate to rounding, however
// unlikely.
#pragma once

#include <cstdint>
#include <vector>

#include "inference/coupling/coupling.hpp"
#include "inference/coupling/tilt.hpp"

namespace sapper {

class Product {
  public:
    // `mines` above the least of every factor, at most `slack`, the most possible. Costs all members: there
    // are few.
    Product(std::span<const Factor> kinds, const Tilt& tilt, std::uint64_t sea, std::int64_t mines,
            std::int64_t slack);

    // Multiplications that run() takes.
    double work() const;
    void run();

    // After run(). Per kind and count k: proportional to the probability that all but one member and the sea
    // hold the remaining mines.
    PerCount take_others() { return std::move(others_); }
    double sea_probability() const { return sea_probability_; }
    // Natural logarithm of the number of configurations of factors and sea, for untilted ways.
    double log_total() const { return log_total_; }

  private:
    // Totals of the first factors that the rest can still complete, and where their values begin; and the
    // kind of the next factor.
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
    std::vector<Window> windows_;  // before each factor, a kind's members in a row, and after the last
    std::vector<double> onward_;   // per window and total: ways of the rest and the sea
    std::vector<double> ways_;     // per window and total: ways to get there
    PerCount others_;
    double sea_probability_ = 0;
    double log_scale_ = 0;  // of the sea's weights
    double log_total_ = 0;
};

}  // namespace sapper

// The product of a few tilted factors and a sea, multiplied out forward and backward, like a sweep with
// factors in place of groups. All terms are positive, so even unlikely results are accurate to rounding.
#pragma once

#include <cstdint>
#include <vector>

#include "inference/coupling_tilt.hpp"
#include "inference/factors.hpp"

namespace sapper {

class Product {
  public:
    // `mines` is without the least count of every factor. It is at most `slack`, the most possible. Takes
    // time proportional to the number of members.
    Product(std::span<const Factor> kinds, const Tilt& tilt, std::uint64_t sea, std::int64_t mines,
            std::int64_t slack);

    // The number of multiplications in run().
    double work() const;
    void run();

    // After run(). Per kind and count k: proportional to the probability that everything but one member of
    // the kind holds the remaining mines.
    PerCount take_others() { return std::move(others_); }
    double sea_probability() const { return sea_probability_; }
    // The natural logarithm of the number of configurations of factors and sea, for untilted ways.
    double log_total() const { return log_total_; }

  private:
    // The totals of the factors before that the rest can still complete, where their values begin, and the
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
    std::vector<Window> windows_;  // before each factor, members of a kind together, and after the last
    std::vector<double> onward_;   // per window and total: ways of the remaining factors and the sea
    std::vector<double> ways_;     // per window and total: ways of the factors before
    PerCount others_;
    double sea_probability_ = 0;
    double log_scale_ = 0;  // of the sea's weights
    double log_total_ = 0;
};

}  // namespace sapper

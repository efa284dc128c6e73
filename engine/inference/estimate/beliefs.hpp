// What the constraints of a component suggest about each of its groups, by passing messages between groups
// and constraints (belief propagation). Exact on trees, a good guess elsewhere: fit to steer sampling, never
// to be told to anyone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/components/component.hpp"
#include "util/limits.hpp"

namespace sapper {

class Beliefs {
  public:
    // `odds` is the weight of a mine against a safe cell.
    Beliefs(const Component& component, double odds, const Limits& limits);

    // How likely each number of mines is in a group, as far as all its other constraints know; `place` is its
    // position in component.constraints.
    std::span<const double> to_constraint(std::size_t place) const {
        return std::span(to_constraint_).subspan(first_[place], size_[place] + 1);
    }

    // The same as far as all but two of its constraints know.
    std::vector<double> without(std::uint32_t group, std::uint32_t one, std::uint32_t other) const;

  private:
    std::vector<double> prior_of(std::uint32_t group) const;
    void send_from_groups();
    void send_from_constraints(Poller& poller);
    void answer(std::uint32_t constraint);

    const Component& component_;
    double odds_;
    std::vector<std::uint32_t> first_place_;  // per group
    // Per place in component.constraints: its messages have entries for 0 .. size mines, from `first`.
    std::vector<std::uint32_t> size_;
    std::vector<std::size_t> first_;
    std::vector<double> to_constraint_;
    std::vector<double> to_group_;
    std::vector<std::vector<std::uint32_t>> places_;  // of each constraint
};

// Multiplies distributions of counts, up to a most: `sum` gets what `one` and `other` make together.
void convolve(std::span<const double> one, std::span<const double> other, std::span<double> sum);

}  // namespace sapper

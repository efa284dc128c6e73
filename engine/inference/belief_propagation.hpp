// Belief propagation between the groups and constraints of a component: it estimates the mines in each group
// from the constraints. It is exact on trees and a good guess otherwise. It steers sampling and never decides
// a result.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/components.hpp"
#include "util/limits.hpp"

namespace sapper {

class Beliefs {
  public:
    // `odds` is the weight of a mine against a safe cell.
    Beliefs(const Component& component, double odds, const Limits& limits);

    // The likelihood of each number of mines in a group, by all constraints of the group but one. `place` is
    // the index of that one in component.constraints.
    std::span<const double> to_constraint(std::size_t place) const {
        return std::span(to_constraint_).subspan(first_[place], size_[place] + 1);
    }

    // The likelihood of each number of mines in a group, by all its constraints but two.
    std::vector<double> without(std::uint32_t group, std::uint32_t one, std::uint32_t other) const;

  private:
    std::vector<double> prior_of(std::uint32_t group) const;
    void send_from_groups();
    void send_from_constraints(Poller& poller);
    void send_from_constraint(std::uint32_t constraint);

    const Component& component_;
    double odds_;
    std::vector<std::uint32_t> first_place_;  // per group
    // Per place in component.constraints: where its messages begin, which have entries for 0 to size_ mines.
    std::vector<std::uint32_t> size_;
    std::vector<std::size_t> first_;
    std::vector<double> to_constraint_;
    std::vector<double> to_group_;
    std::vector<std::vector<std::uint32_t>> places_;  // of each constraint
};

// The distribution of the sum of two independent counts, cut off at the length of `sum`.
void convolve(std::span<const double> one, std::span<const double> other, std::span<double> sum);

}  // namespace sapper

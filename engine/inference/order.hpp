// In which order to walk the groups of a component so that few constraints are open at any time. The cost of
// counting is exponential in what is open, so this order decides what can be counted at all. Deterministic:
// it depends on the component alone. The finder keeps its buffers from one component to the next.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/component.hpp"

namespace sapper {

class OrderFinder {
  public:
    // A permutation of the groups, valid until the next call. Near linear for long thin components; a few
    // starts are tried and compared where counting will cost more than looking.
    std::span<const std::uint32_t> operator()(const Component& component);

  private:
    void look_at(const Component& component);
    std::uint32_t farthest(std::uint32_t start);

    void try_from(std::uint32_t first_constraint);
    double grow(std::uint32_t first_constraint);
    void open(std::uint32_t constraint);
    void take(std::uint32_t group);
    double values(std::uint32_t constraint) const;
    std::uint32_t best_group_of(std::uint32_t constraint) const;
    std::uint32_t cheapest_open();
    std::size_t constraints_opened_by(std::uint32_t constraint, std::size_t stop_at);

    const Component* component_ = nullptr;
    GroupsOf groups_of_;
    std::vector<std::uint32_t> cells_;  // under each constraint

    std::vector<std::uint32_t> best_;
    double best_cost_ = 0;

    // The order being grown.
    std::vector<std::uint32_t> order_;
    double cost_ = 0;
    double states_ = 1;                 // upper estimate of the states between two groups
    std::vector<std::uint8_t> done_;    // per group
    std::vector<std::uint32_t> left_;   // per constraint: groups not yet taken
    std::vector<std::uint32_t> taken_;  // per constraint: cells decided
    std::vector<std::uint8_t> opened_;  // per constraint
    std::vector<std::uint32_t> open_;   // constraints opened and not finished, oldest first
    std::vector<std::uint32_t> seen_;
};

}  // namespace sapper

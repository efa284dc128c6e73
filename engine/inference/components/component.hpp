// A component: groups of cells connected by constraints, without their places on the board. Groups are
// numbered in the order of their first cells, and constraints in the order of their numbers' cells, so a
// placement has only one form. Equal components have equal counts wherever they lie, so a Component can be
// its own cache key.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "util/lists.hpp"

namespace sapper {

struct Component {
    std::vector<std::uint32_t> group_sizes;      // cells of each group, at least one
    std::vector<std::uint32_t> needs;            // mines under each constraint
    std::vector<std::uint32_t> constraint_ends;  // group g is part of constraints[ends[g - 1] .. ends[g])
    std::vector<std::uint32_t> constraints;

    std::size_t groups() const { return group_sizes.size(); }
    std::span<const std::uint32_t> constraints_of(std::size_t group) const {
        return list_at(constraints, constraint_ends, group);
    }
    void clear() {
        group_sizes.clear();
        needs.clear();
        constraint_ends.clear();
        constraints.clear();
    }
};

// The groups of each constraint of a component, ascending. Keeps its buffers from one component to the next.
class GroupsOf {
  public:
    void make(const Component& component) {
        ends_.assign(component.needs.size(), 0);
        for (std::uint32_t c : component.constraints)
            ++ends_[c];
        std::exclusive_scan(ends_.begin(), ends_.end(), ends_.begin(), 0U);
        groups_.resize(component.constraints.size());
        for (std::uint32_t g = 0; g < component.groups(); ++g) {
            for (std::uint32_t c : component.constraints_of(g))
                groups_[ends_[c]++] = g;  // afterwards ends_ is where each constraint ends
        }
    }
    std::span<const std::uint32_t> operator()(std::uint32_t constraint) const {
        return list_at(groups_, ends_, constraint);
    }

  private:
    std::vector<std::uint32_t> groups_;
    std::vector<std::uint32_t> ends_;
};

}  // namespace sapper

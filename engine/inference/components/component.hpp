// A component: groups of cells tied together by constraints, without their places on the board. Two
// components with equal content have equal counts wherever they lie, so a Component is its own exact cache
// key. Groups are numbered by their first cell, constraints by their number's cell: the form is canonical for
// a placement.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace sapper {

struct Component {
    std::vector<std::uint32_t> group_sizes;      // cells of each group, at least one
    std::vector<std::uint32_t> needs;            // mines under each constraint
    std::vector<std::uint32_t> constraint_ends;  // group g lies under constraints[ends[g - 1] .. ends[g])
    std::vector<std::uint32_t> constraints;

    std::size_t groups() const { return group_sizes.size(); }
    std::span<const std::uint32_t> constraints_of(std::size_t group) const {
        const std::uint32_t first = group == 0 ? 0 : constraint_ends[group - 1];
        return std::span(constraints).subspan(first, constraint_ends[group] - first);
    }
    void clear() {
        group_sizes.clear();
        needs.clear();
        constraint_ends.clear();
        constraints.clear();
    }
};

// A component seen from its constraints: the groups under each, ascending. Keeps its buffers from one
// component to the next.
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
                groups_[ends_[c]++] = g;  // leaves ends_ where each constraint ends
        }
    }
    std::span<const std::uint32_t> operator()(std::uint32_t constraint) const {
        const std::uint32_t first = constraint == 0 ? 0 : ends_[constraint - 1];
        return std::span(groups_).subspan(first, ends_[constraint] - first);
    }

  private:
    std::vector<std::uint32_t> groups_;
    std::vector<std::uint32_t> ends_;
};

}  // namespace sapper

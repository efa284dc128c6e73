// A component: groups of cells tied together by constraints, without their places on the board. Two
// components with equal content have equal counts wherever they lie, so a Component is its own exact cache
// key. Groups are numbered by their first cell, constraints by their number's cell: the form is canonical for
// a placement.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

struct Component {
    std::vector<std::uint32_t> group_sizes;      // cells of each group, at least one
    std::vector<std::uint32_t> needs;            // mines under each constraint
    std::vector<std::uint32_t> constraint_ends;  // group g lies under constraints[ends[g - 1] .. ends[g])
    std::vector<std::uint32_t> constraints;

    bool operator==(const Component&) const = default;

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

}  // namespace sapper

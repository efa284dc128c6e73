// The components of a position, each in its canonical form.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "board/cell_list.hpp"
#include "inference/constraints.hpp"
#include "inference/equivalence_classes.hpp"
#include "util/limits.hpp"
#include "util/lists.hpp"

namespace sapper {

// A component: groups of cells connected by constraints, without their places on the board. Groups have the
// order of their first cells, and constraints the order of their numbers on the board, so a placement has
// only one form. Equal components have equal counts wherever they lie, so a Component can be its own cache
// key.
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
                groups_[ends_[c]++] = g;  // moves each entry of ends_ to the end of its constraint
        }
    }
    std::span<const std::uint32_t> operator()(std::uint32_t constraint) const {
        return list_at(groups_, ends_, constraint);
    }

  private:
    std::vector<std::uint32_t> groups_;
    std::vector<std::uint32_t> ends_;
};

// Where a component lies: the cells of group g are cells[group_ends[g - 1] .. group_ends[g]).
struct Placement {
    std::vector<Cell> cells;
    std::vector<std::uint32_t> group_ends;

    std::size_t groups() const { return group_ends.size(); }
    std::span<const Cell> cells_of(std::size_t group) const { return list_at(cells, group_ends, group); }
    // Components are in the order of their first cells.
    Cell first_cell() const { return cells.front(); }
};

// Finds the components of the frontier and brings each into its canonical form. Numbers over the same cells
// are one constraint, or contradict each other. To find a component takes time proportional to its size. The
// scratch memory is as large as the board and is reused.
class ComponentFinder {
  public:
    explicit ComponentFinder(const Topology& topology);

    // Finds the component around a frontier cell. False if two numbers over the same cells need different
    // counts. May throw whatever the limits' poll throws.
    bool find(const Constraints& constraints, Cell start, Component& component, Placement& placement,
              const Limits& limits = {});

    // The numbers of the component that find() found last, ascending.
    const CellList& numbers() const { return numbers_; }

  private:
    void collect(const Constraints& constraints, Cell start, Poller& poller);
    bool number_constraints(const Constraints& constraints, Component& component, Poller& poller);
    void group(const Topology& topology, Component& component, Placement& placement, Poller& poller);
    void forget();

    std::vector<std::uint32_t> local_;  // per cell, during a search: 0, kVisited, or a number's constraint
    CellList cells_;
    CellList numbers_;
    CellList covered_;  // per number: its undecided cells, ascending
    std::vector<std::uint32_t> covered_ends_;
    CellList signatures_;  // holds no cells, but for each cell of cells_ its constraints, ascending
    std::vector<std::uint32_t> signature_ends_;
    EquivalenceClasses classes_;
};

// Finds small parts of a large component: a constraint and those nearest to it.
class Neighbourhoods {
  public:
    explicit Neighbourhoods(const Component& component);

    std::span<const std::uint32_t> groups_of(std::uint32_t constraint) const {
        return groups_of_(constraint);
    }
    // At most `most` constraints: this one, then the others by their distance in steps through shared groups.
    const std::vector<std::uint32_t>& around(std::uint32_t constraint, std::size_t most);

  private:
    const Component& component_;
    GroupsOf groups_of_;
    std::vector<bool> is_visited_;
    std::vector<std::uint32_t> near_;
};

inline constexpr std::uint32_t kNoNeed = UINT32_MAX;

// The part of a component with these groups, each once and in this order, and with the constraints on them.
// Leaves out constraints whose entry in `needs` is kNoNeed.
Component part_of(const Component& component, std::span<const std::uint32_t> groups,
                  std::span<const std::uint32_t> needs);

}  // namespace sapper

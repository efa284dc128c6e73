// Finds the components of the frontier and brings each into its canonical form. Constraints over the same
// groups are merged, or found to contradict each other. Scratch memory grows with the board once and is
// reused: finding a component costs its own size.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/component.hpp"
#include "inference/constraints.hpp"
#include "inference/list_classes.hpp"

namespace sapper {

// Where a component lies: the cells of group g are cells[group_ends[g - 1] .. group_ends[g]).
struct Placement {
    std::vector<Cell> cells;
    std::vector<std::uint32_t> group_ends;

    std::size_t groups() const { return group_ends.size(); }
    std::span<const Cell> cells_of(std::size_t group) const {
        const std::uint32_t first = group == 0 ? 0 : group_ends[group - 1];
        return std::span(cells).subspan(first, group_ends[group] - first);
    }
    // The components of a position are ordered by this.
    Cell first_cell() const { return cells.front(); }
};

class ComponentFinder {
  public:
    explicit ComponentFinder(const Topology& topology);

    // The component around a frontier cell. False when two constraints over the same cells want different
    // counts.
    bool find(const Constraints& constraints, Cell start, Component& component, Placement& placement);

    // The numbers with a share in the component found last, ascending.
    const std::vector<Cell>& numbers() const { return numbers_; }

  private:
    void collect(const Constraints& constraints, Cell start);
    void group(const Constraints& constraints, Component& component, Placement& placement);
    bool has_equal_constraints(const Component& component);
    bool merge_equal_constraints(Component& component);

    std::vector<std::uint32_t> local_;  // per cell: 0, or while finding: seen; of a number 1 + its index
    std::vector<Cell> cells_;
    std::vector<Cell> numbers_;
    std::vector<std::uint32_t> signature_ends_;
    std::vector<std::uint32_t> signatures_;  // per cell of cells_: its constraints, ascending
    GroupsOf groups_of_;
    std::vector<std::uint64_t> hashes_;
    ListClasses classes_;
};

}  // namespace sapper

// Finds the components of the frontier and brings each into its canonical form. Constraints over the same
// groups are merged, or found to contradict each other. Scratch memory grows with the board once and is
// reused: finding a component costs its own size.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/component.hpp"
#include "inference/constraints.hpp"

namespace sapper {

// A component and where it lies: the cells of group g are cells[group_ends[g - 1] .. group_ends[g]).
struct PlacedComponent {
    Component component;
    std::vector<Cell> cells;
    std::vector<std::uint32_t> group_ends;
    std::vector<Cell> numbers;  // every number with a share in it, ascending

    std::span<const Cell> cells_of(std::size_t group) const {
        const std::uint32_t first = group == 0 ? 0 : group_ends[group - 1];
        return std::span(cells).subspan(first, group_ends[group] - first);
    }
};

class ComponentFinder {
  public:
    explicit ComponentFinder(const Topology& topology);

    // All components, by their first cell. False when two constraints over the same cells want different
    // counts; `conflict` then names one of their numbers.
    bool find_all(const Constraints& constraints, std::vector<PlacedComponent>& components, Cell& conflict);

  private:
    void collect(const Constraints& constraints, Cell start);
    void group(const Constraints& constraints, PlacedComponent& placed);
    bool merge_equal_constraints(PlacedComponent& placed, Cell& conflict);

    std::vector<std::uint32_t> local_;  // per cell: 0 unseen, else 1 + its index in cells_ or numbers_
    std::vector<Cell> cells_;
    std::vector<Cell> numbers_;
    std::vector<std::uint32_t> signature_ends_;
    std::vector<std::uint32_t> signatures_;  // per cell of cells_: its constraints, ascending
    std::vector<std::uint32_t> group_of_;
    std::vector<std::uint32_t> order_;
};

}  // namespace sapper

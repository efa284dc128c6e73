// Finds the components of the frontier and brings each into its canonical form. Numbers over the same cells
// are one constraint, or contradict each other. Finding a component takes time proportional to its size.
// Scratch memory is as large as the board and is reused.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/cell_list.hpp"
#include "inference/components/component.hpp"
#include "inference/constraints/constraints.hpp"
#include "inference/equivalence_classes.hpp"
#include "util/limits.hpp"
#include "util/lists.hpp"

namespace sapper {

// Where a component lies: the cells of group g are cells[group_ends[g - 1] .. group_ends[g]).
struct Placement {
    std::vector<Cell> cells;
    std::vector<std::uint32_t> group_ends;

    std::size_t groups() const { return group_ends.size(); }
    std::span<const Cell> cells_of(std::size_t group) const { return list_at(cells, group_ends, group); }
    // Components are in the order of their first cells.
    Cell first_cell() const { return cells.front(); }
};

class ComponentFinder {
  public:
    explicit ComponentFinder(const Topology& topology);

    // Finds the component around a frontier cell. False if two numbers over the same cells need different
    // counts. May throw whatever the limits' poll throws.
    bool find(const Constraints& constraints, Cell start, Component& component, Placement& placement,
              const Limits& limits = {});

    // The numbers of the component found last, ascending.
    const CellList& numbers() const { return numbers_; }

  private:
    void collect(const Constraints& constraints, Cell start, Poller& poller);
    bool number_constraints(const Constraints& constraints, Component& component, Poller& poller);
    void group(const Topology& topology, Component& component, Placement& placement, Poller& poller);
    void forget();

    std::vector<std::uint32_t> local_;  // per cell, during a search: 0, kSeen, or a number's constraint
    CellList cells_;
    CellList numbers_;
    CellList covered_;  // per number: its undecided cells, ascending
    std::vector<std::uint32_t> covered_ends_;
    CellList signatures_;  // not cells: for each cell of cells_ its constraints, ascending
    std::vector<std::uint32_t> signature_ends_;
    EquivalenceClasses classes_;
};

}  // namespace sapper

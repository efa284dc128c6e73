#include "inference/anatomy.hpp"

#include "inference/components/components.hpp"
#include "inference/constraints/constraints.hpp"
#include "inference/sweep/sweep_plan.hpp"

namespace sapper {

Anatomy anatomy(const Position& position, bool trust_flags) {
    Constraints constraints(position.topology);
    constraints.load(position, trust_flags);
    Anatomy result;
    if (!constraints.consistent()) return result;
    result.sea = constraints.sea_cells();

    const std::size_t size = constraints.topology().size();
    std::vector<bool> placed(size, false);
    ComponentFinder finder(constraints.topology());
    Component component;
    Placement placement;
    SweepPlan plan;
    for (std::size_t at = 0; at < size; ++at) {
        const Cell cell = static_cast<Cell>(at);
        if (constraints.state(cell) == Constraints::CellState::safe) result.safe.push_back(cell);
        if (constraints.state(cell) == Constraints::CellState::mine) result.mines.push_back(cell);
        if (!constraints.in_frontier(cell) || placed[cell]) continue;
        if (!finder.find(constraints, cell, component, placement)) return {};
        for (const Cell other : placement.cells)
            placed[other] = true;
        plan.make(component, SweepPlan::Order::quick);
        ComponentAnatomy& seen = result.components.emplace_back();
        seen.numbers.assign(finder.numbers().begin(), finder.numbers().end());
        for (const SweepPlan::Step& step : plan.steps()) {
            const auto cells = placement.cells_of(step.group);
            seen.sweep.emplace_back(cells.begin(), cells.end());
        }
    }
    return result;
}

}  // namespace sapper

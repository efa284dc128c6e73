#include "strategy/scoring/prospect.hpp"

#include <algorithm>

#include "strategy/scoring/dead_cells.hpp"

namespace sapper {

void ProspectFinder::consider(const Constraints& constraints, Cell cell, double risk) {
    const double safety = 1 - risk;
    const bool counts = risk == 0 && prospect_.certain < kMostCertain;
    if ((safety <= prospect_.second && !counts) || is_dead(constraints, cell)) return;
    if (counts) ++prospect_.certain;
    rank(safety);
}

void ProspectFinder::rank(double safety) {
    prospect_.second = std::max(prospect_.second, std::min(safety, prospect_.safest));
    prospect_.safest = std::max(prospect_.safest, safety);
}

Prospect ProspectFinder::operator()(Inference& inference) {
    prospect_ = {};
    const Constraints& constraints = inference.constraints();
    if (constraints.undecided_cells() == 0) return {1, 1, kMostCertain};
    for (Cell cell : inference.safe_cells()) {
        if (constraints.state(cell) == Constraints::CellState::safe) consider(constraints, cell, 0);
    }
    if (prospect_.certain >= 2) return prospect_;
    inference.for_each_frontier_group([&](std::span<const Cell> cells, double risk) {
        for (Cell cell : cells)
            consider(constraints, cell, risk);
    });
    // The cells of the sea count as living: a small sea is left to the endgame.
    const double safety = 1 - inference.sea_risk();
    for (std::size_t i = 0; i < std::min<std::size_t>(inference.sea(), 2); ++i)
        rank(safety);
    return prospect_;
}

}  // namespace sapper

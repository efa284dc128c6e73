#include "strategy/scoring/prospect.hpp"

#include <algorithm>

#include "strategy/scoring/dead_cells.hpp"

namespace sapper {

namespace {

void rank(Prospect& prospect, double safety) {
    prospect.second = std::max(prospect.second, std::min(safety, prospect.safest));
    prospect.safest = std::max(prospect.safest, safety);
}

void consider(Prospect& prospect, const Constraints& constraints, Cell cell, double risk) {
    const double safety = 1 - risk;
    const bool counts = risk == 0 && prospect.certain < kMostCertain;
    if ((safety <= prospect.second && !counts) || is_dead(constraints, cell)) return;
    if (counts) ++prospect.certain;
    rank(prospect, safety);
}

}  // namespace

Prospect prospect_of(Inference& inference) {
    const Constraints& constraints = inference.constraints();
    if (constraints.undecided_cells() == 0) return {1, 1, kMostCertain};
    Prospect prospect;
    for (Cell cell : inference.safe_cells()) {
        if (constraints.state(cell) == Constraints::CellState::safe) consider(prospect, constraints, cell, 0);
    }
    if (prospect.certain >= 2) return prospect;
    inference.for_each_frontier_group([&](std::span<const Cell> cells, double risk) {
        for (Cell cell : cells)
            consider(prospect, constraints, cell, risk);
    });
    // The cells of the sea count as living: a small sea is left to the endgame.
    const double safety = 1 - inference.sea_risk();
    for (std::size_t i = 0; i < std::min<std::size_t>(inference.sea(), 2); ++i)
        rank(prospect, safety);
    return prospect;
}

}  // namespace sapper

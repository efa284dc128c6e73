#include "strategy/policies/by_boundary.hpp"

#include "util/equal_risk.hpp"

namespace sapper {

Guess ByBoundary::pick(const Outlook& outlook) {
    if (boundary_cells(outlook) > kMostCells) return otherwise_.pick(outlook);
    const Constraints& constraints = outlook.odds->inference().constraints();
    Guess boundary{kNoCell, 1};
    Guess beyond{kNoCell, 1};
    for (Cell cell = 0; cell < outlook.size(); ++cell) {
        if (!outlook.hidden(cell)) continue;
        const double risk = outlook.odds->risk(cell);
        Guess& best = constraints.undecided(cell) && !constraints.in_frontier(cell) ? beyond : boundary;
        if (is_riskier(best.risk, risk)) best = {cell, risk};
    }
    return is_riskier(boundary.risk, beyond.risk) ? beyond : boundary;
}

// Counts boundary cells that the level has not decided.
std::size_t ByBoundary::boundary_cells(const Outlook& outlook) const {
    std::size_t count = 0;
    for (Cell cell = 0; cell < outlook.size(); ++cell) {
        if (!outlook.hidden(cell) || outlook.level->is_mine(cell)) continue;
        for (Cell other : outlook.game.topology()->neighbours(cell)) {
            if (!is_number(outlook.game.marks()[other])) continue;
            ++count;
            break;
        }
    }
    return count;
}

}  // namespace sapper

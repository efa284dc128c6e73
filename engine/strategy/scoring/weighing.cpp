#include "strategy/scoring/weighing.hpp"

#include "strategy/scoring/dead_cells.hpp"

namespace sapper {

Weighing weigh(Inference& inference, const CandidateRules& rules) {
    Weighing found;
    const Constraints& constraints = inference.constraints();
    const auto size = static_cast<Cell>(constraints.topology().size());
    for (Cell cell = 0; cell < size; ++cell) {
        if (!constraints.undecided(cell) || !is_dead(constraints, cell)) continue;
        if (inference.about(cell).verdict == Verdict::uncertain) found.dead.push_back(cell);
    }
    if (!inference.safe_cells().empty()) return found;
    CandidateFinder find_candidates;
    for (const Candidate& candidate : find_candidates(inference, rules))
        found.considered.push_back(candidate.cell);
    return found;
}

}  // namespace sapper

#include "strategy/candidates.hpp"

#include <algorithm>

#include "strategy/living.hpp"
#include "strategy/rounding.hpp"

namespace sapper {

namespace {

// A sea cell with no more hidden neighbours than this is likely to open far.
constexpr std::size_t kFewNeighbours = 3;

}  // namespace

void CandidateFinder::add_frontier(Inference& inference) {
    inference.for_each_frontier_group([this](std::span<const Cell> cells, double risk) {
        if (risk == 1) return;
        for (Cell cell : cells)
            candidates_.push_back({cell, risk, rounded(1 - risk)});
    });
}

void CandidateFinder::add_sea(Inference& inference) {
    const Constraints& constraints = inference.constraints();
    const Topology& topology = constraints.topology();
    const double risk = inference.sea_risk();
    const Candidate like_all{kNoCell, risk, rounded(1 - risk)};
    const std::size_t before = candidates_.size();
    Cell first = kNoCell;
    const auto size = static_cast<Cell>(topology.size());
    for (Cell cell = 0; cell < size; ++cell) {
        if (!constraints.undecided(cell) || constraints.in_frontier(cell)) continue;
        std::size_t hidden = 0;
        bool near = false;
        for (Cell other : topology.neighbours(cell)) {
            hidden += constraints.undecided(other);
            near |= constraints.in_frontier(other);
        }
        if (near || hidden <= kFewNeighbours) {
            candidates_.push_back(like_all);
            candidates_.back().cell = cell;
        } else if (first == kNoCell) {
            first = cell;
        }
    }
    if (candidates_.size() > before || first == kNoCell) return;
    candidates_.push_back(like_all);
    candidates_.back().cell = first;
}

const std::vector<Candidate>& CandidateFinder::operator()(Inference& inference, const CandidateRules& rules) {
    candidates_.clear();
    add_frontier(inference);
    double safest = 1 - inference.sea_risk();
    for (const Candidate& candidate : candidates_)
        safest = std::max(safest, candidate.worth);
    if (1 - inference.sea_risk() >= rules.sea_band * safest) add_sea(inference);

    const Constraints& constraints = inference.constraints();
    std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
        return a.worth > b.worth || (a.worth == b.worth && a.cell < b.cell);
    });
    const auto living = std::ranges::find_if(
        candidates_, [&](const Candidate& candidate) { return !is_dead(constraints, candidate.cell); });
    if (living == candidates_.end()) return candidates_;
    const double least = rules.frontier_band * living->worth;
    std::erase_if(candidates_, [&](const Candidate& candidate) {
        return candidate.worth < least || is_dead(constraints, candidate.cell);
    });
    return candidates_;
}

}  // namespace sapper

#include "strategy/candidates.hpp"

#include <algorithm>
#include <functional>

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

    keep_living(inference.constraints(), rules.frontier_band);
    keep_promising(inference.constraints(), rules);
    return candidates_;
}

void CandidateFinder::keep_living(const Constraints& constraints, double band) {
    std::ranges::sort(candidates_, std::greater(), &Candidate::worth);
    const auto living = std::ranges::find_if(
        candidates_, [&](const Candidate& candidate) { return !is_dead(constraints, candidate.cell); });
    if (living == candidates_.end()) return;
    const double least = band * living->worth;
    std::erase_if(candidates_, [&](const Candidate& candidate) {
        return candidate.worth < least || is_dead(constraints, candidate.cell);
    });
}

void CandidateFinder::keep_promising(const Constraints& constraints, const CandidateRules& rules) {
    const auto cost = [&](Cell cell) {
        if (!constraints.undecided(cell)) return 0.0;
        return constraints.in_frontier(cell) ? rules.in_frontier : rules.at_sea;
    };
    for (Candidate& candidate : candidates_) {
        double promise = candidate.worth - (constraints.in_frontier(candidate.cell) ? 0 : rules.at_sea);
        for (Cell other : constraints.topology().neighbours(candidate.cell))
            promise -= cost(other);
        candidate.promise = rounded(promise);
    }
    std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
        return a.promise > b.promise || (a.promise == b.promise && a.cell < b.cell);
    });
    if (candidates_.size() > rules.most) candidates_.resize(rules.most);
    std::ranges::stable_sort(candidates_, std::greater(), &Candidate::worth);
}

}  // namespace sapper

#include "strategy/candidates.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "strategy/living.hpp"
#include "strategy/rounding.hpp"

namespace sapper {

namespace {

// A sea cell with no more hidden neighbours than this is likely to open far.
constexpr std::int32_t kFewNeighbours = 3;

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
    const auto size = static_cast<Cell>(topology.size());
    near_.assign(size, 0);
    inference.for_each_frontier_group([&](std::span<const Cell> cells, double) {
        for (Cell cell : cells)
            each_neighbour(topology, cell, [this](Cell other) { near_[other] = 1; });
    });
    const std::size_t before = candidates_.size();
    Cell first = kNoCell;
    for (Cell cell = 0; cell < size; ++cell) {
        if (!constraints.undecided(cell) || constraints.in_frontier(cell)) continue;
        if (near_[cell] != 0 || constraints.undecided_around(cell) <= kFewNeighbours) {
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

    const bool some_live = keep_nearly_safest(inference.constraints(), rules.frontier_band);
    keep_promising(inference.constraints(), rules, !some_live);
    return kept_;
}

// Beside the safest living cell, dead ones among them. Whether there is one; else all are kept.
bool CandidateFinder::keep_nearly_safest(const Constraints& constraints, double band) {
    std::ranges::make_heap(candidates_, {}, &Candidate::worth);
    auto end = candidates_.end();
    while (end != candidates_.begin() && is_dead(constraints, candidates_.front().cell))
        std::ranges::pop_heap(candidates_.begin(), end--, {}, &Candidate::worth);
    if (end == candidates_.begin()) return false;
    const double least = band * candidates_.front().worth;
    std::erase_if(candidates_, [least](const Candidate& candidate) { return candidate.worth < least; });
    return true;
}

// Whether a cell is dead is only asked of those that promise enough: it costs more than the promise.
void CandidateFinder::keep_promising(const Constraints& constraints, const CandidateRules& rules,
                                     bool dead_too) {
    // By where a neighbour lies: decided, in the sea, in the frontier.
    const std::array<double, 3> costs{0, rules.at_sea, rules.in_frontier};
    for (Candidate& candidate : candidates_) {
        double promise = candidate.worth - (constraints.in_frontier(candidate.cell) ? 0 : rules.at_sea);
        each_neighbour(constraints.topology(), candidate.cell, [&](Cell other) {
            promise -= costs[std::size_t{constraints.undecided(other)} + constraints.in_frontier(other)];
        });
        candidate.promise = rounded(promise);
    }
    const auto less_promising = [](const Candidate& a, const Candidate& b) {
        return a.promise < b.promise || (a.promise == b.promise && a.cell > b.cell);
    };
    std::ranges::make_heap(candidates_, less_promising);
    kept_.clear();
    while (!candidates_.empty() && kept_.size() < rules.most) {
        std::ranges::pop_heap(candidates_, less_promising);
        if (dead_too || !is_dead(constraints, candidates_.back().cell)) kept_.push_back(candidates_.back());
        candidates_.pop_back();
    }
    std::ranges::stable_sort(kept_, std::greater(), &Candidate::worth);
}

}  // namespace sapper

#include "strategy/policies/look_ahead.hpp"

#include <algorithm>
#include <cmath>

#include "strategy/scoring/outcomes.hpp"

namespace sapper {

namespace {

// Positions to examine for one pick. After that the best so far is taken.
constexpr std::size_t kMostPositions = 20000;
// Only cells this close to the safety of the safest can make up for their risk.
constexpr double kBand = 0.9;
// By how much a cell must beat an earlier one to be preferred.
constexpr double kBetter = 1e-9;

}  // namespace

Guess LookAhead::pick(const Outlook& outlook) {
    positions_ = 0;
    Guess best;
    double most = -1;
    for (const Candidate& candidate : candidates(outlook)) {
        if (best.cell != kNoCell && (1 - candidate.risk <= most + kBetter || positions_ > kMostPositions))
            break;
        const double survived = survival(outlook, candidate, depth_, most);
        if (survived <= most + kBetter) continue;
        most = survived;
        best = {candidate.cell, candidate.risk};
    }
    return best;
}

// The cells worth examining, safest first. Of the open sea, one cell of each degree.
std::vector<LookAhead::Candidate> LookAhead::candidates(const Outlook& outlook) {
    Inference& inference = outlook.odds->inference();
    const Constraints& constraints = inference.constraints();
    std::vector<Candidate> found;
    std::vector<bool> seen(constraints.topology().max_degree() + 1);
    double least = 1;
    for (Cell cell = 0; cell < outlook.size(); ++cell) {
        if (!constraints.undecided(cell)) continue;
        if (in_open_sea(constraints, cell)) {
            const std::size_t degree = constraints.topology().degree(cell);
            if (seen[degree]) continue;
            seen[degree] = true;
        }
        const double risk =
            inference.depth() == 0 ? outlook.odds->risk(cell) : inference.about(cell).mine_probability;
        least = std::min(least, risk);
        if (1 - risk >= kBand * (1 - least)) found.push_back({cell, risk});
    }
    std::erase_if(found,
                  [&](const Candidate& candidate) { return 1 - candidate.risk < kBand * (1 - least); });
    // Equal risks may differ in the last digits, depending on how they were computed.
    const auto rounded = [](const Candidate& candidate) { return std::round(candidate.risk * 1e12); };
    std::stable_sort(found.begin(), found.end(),
                     [&](const Candidate& a, const Candidate& b) { return rounded(a) < rounded(b); });
    return found;
}

// May stop early once it cannot beat `to_beat`.
double LookAhead::survival(const Outlook& outlook, const Candidate& candidate, std::uint32_t depth,
                           double to_beat) {
    Inference& inference = outlook.odds->inference();
    double survived = 0;
    double left = 1 - candidate.risk;
    for_each_outcome(inference, inference.log_configurations(), candidate.cell, [&](Mark, double chance) {
        ++positions_;
        survived += chance * best_survival(outlook, depth - 1);
        left -= chance;
        return survived + left > to_beat;
    });
    return survived;
}

double LookAhead::best_survival(const Outlook& outlook, std::uint32_t depth) {
    Inference& inference = outlook.odds->inference();
    const Guess safest = inference.safest();
    if (safest.cell == kNoCell || safest.risk == 0) return 1;  // won, or the next number is certain
    if (depth == 0 || positions_ > kMostPositions) return 1 - safest.risk;
    double most = 0;
    for (const Candidate& candidate : candidates(outlook)) {
        if (1 - candidate.risk <= most + kBetter) break;
        most = std::max(most, survival(outlook, candidate, depth, most));
    }
    return most;
}

}  // namespace sapper

#include "strategy/guess_score.hpp"

#include <algorithm>
#include <limits>

#include "strategy/outcomes.hpp"
#include "strategy/rounding.hpp"

namespace sapper {

namespace {

// A frontier that shrinks by more cells than this is worth no more.
constexpr double kMostGone = 8;

double frontier_of(const Inference& inference) {
    return static_cast<double>(inference.constraints().frontier_cells());
}

}  // namespace

double GuessScore::most_of_prospect() const {
    return 1 + rules_.certain * kMostCertain + rules_.frontier * kMostGone;
}

double GuessScore::value_after(Inference& inference, double frontier_before) {
    const Prospect prospect = find_prospect_(inference);
    const double safety = (1 - rules_.second) * prospect.safest + rules_.second * prospect.second;
    const double grown = std::max(frontier_of(inference) - frontier_before, -kMostGone);
    return safety + rules_.certain * prospect.certain - rules_.frontier * grown;
}

// Exact if it is above `beat`, but for the unlikely numbers.
double GuessScore::value(Inference& inference, const Candidate& candidate, double log_total, double beat) {
    const double frontier = frontier_of(inference);
    const double all = 1 - candidate.risk;
    double left = all;  // probability of the numbers not looked at yet
    double score = 0;
    for_each_outcome(inference, log_total, candidate.cell, [&](Mark, double chance) {
        score += chance * value_after(inference, frontier);
        left -= chance;
        return left > rules_.unlikely * all && score + left * most_of_prospect() > beat;
    });
    if (left > rules_.unlikely * all) return score + left * most_of_prospect();
    return score * all / (all - left);
}

double GuessScore::score(Inference& inference, Cell cell) {
    const double risk = inference.about(cell).mine_probability;
    return value(inference, {cell, risk, 1 - risk}, inference.log_configurations(),
                 -std::numeric_limits<double>::infinity());
}

Guess GuessScore::best(Inference& inference) {
    const std::vector<Candidate>& candidates = find_candidates_(inference, rules_.candidates);
    if (candidates.empty()) return inference.safest();
    Guess best{candidates.front().cell, candidates.front().risk};
    if (candidates.size() == 1) return best;
    const double log_total = inference.log_configurations();
    double highest = -std::numeric_limits<double>::infinity();
    for (const Candidate& candidate : candidates) {
        if (candidate.worth * most_of_prospect() <= highest) break;
        const double score = rounded(value(inference, candidate, log_total, highest));
        if (score <= highest) continue;
        highest = score;
        best = {candidate.cell, candidate.risk};
    }
    return best;
}

}  // namespace sapper

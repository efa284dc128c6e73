#include "strategy/guess_score.hpp"

#include "strategy/outcomes.hpp"
#include "strategy/rounding.hpp"

namespace sapper {

// Exact if it is above `beat`.
double GuessScore::value(Inference& inference, const Candidate& candidate, double log_total, double beat) {
    double left = 1 - candidate.risk;  // probability of the numbers not looked at yet
    double score = 0;
    for_each_outcome(inference, log_total, candidate.cell, [&](Mark, double chance) {
        const Prospect prospect = find_prospect_(inference);
        const double safety = (1 - rules_.second) * prospect.safest + rules_.second * prospect.second;
        score += chance * (safety + rules_.certain * prospect.certain);
        left -= chance;
        return left > 1e-9 && score + left * most_of_prospect() > beat;
    });
    return score + (left > 1e-9 ? left * most_of_prospect() : 0);
}

double GuessScore::score(Inference& inference, Cell cell) {
    const double risk = inference.about(cell).mine_probability;
    return value(inference, {cell, risk, 1 - risk}, inference.log_configurations(), -1);
}

Guess GuessScore::best(Inference& inference) {
    const std::vector<Candidate>& candidates = find_candidates_(inference, rules_.candidates);
    if (candidates.empty()) return inference.safest();
    Guess best{candidates.front().cell, candidates.front().risk};
    if (candidates.size() == 1) return best;
    const double log_total = inference.log_configurations();
    double highest = -1;
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

#include "strategy/scoring/guess_score.hpp"

#include <algorithm>
#include <limits>

#include "strategy/scoring/candidates.hpp"
#include "util/floats.hpp"

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

namespace {

// Shrinking the frontier by more cells than this gives no more score.
constexpr double kMostGone = 8;

double frontier_of(const Inference& inference) {
    return static_cast<double>(inference.constraints().frontier_cells());
}

void scale(GuessLook& look, double factor) {
    for (double* mean :
         {&look.score, &look.safest, &look.second, &look.certain, &look.progress, &look.grown, &look.entropy})
        *mean *= factor;
}

}  // namespace

double GuessScore::most_of_prospect() const {
    return 1 + rules_.certain * kMostCertain + rules_.frontier * kMostGone;
}

// Scores this close to the highest are left to the network.
double GuessScore::near(const Inference& inference) const {
    return GuessNet::can_judge(inference.constraints().topology()) ? rules_.close : 0;
}

double GuessScore::score_of(const GuessLook& look) const {
    const double safety = (1 - rules_.second) * look.safest + rules_.second * look.second;
    return safety + rules_.certain * look.certain - rules_.frontier * look.grown;
}

// Adds one number that the cell may show. The inference is in the position after it.
void GuessScore::add(GuessLook& look, Inference& inference, double frontier_before, double chance) {
    const Prospect prospect = prospect_of(inference);
    look.safest += chance * prospect.safest;
    look.second += chance * prospect.second;
    look.certain += chance * prospect.certain;
    look.progress += prospect.certain > 0 ? chance : 0;
    look.grown += chance * std::max(frontier_of(inference) - frontier_before, -kMostGone);
    if (chance > 0) look.entropy -= chance * std::log(chance);
    look.score = score_of(look);
}

// If the score is above `beat`, it is exact except for unlikely numbers. Otherwise it is only a bound.
GuessLook GuessScore::look_into(Inference& inference, const Candidate& candidate, double log_total,
                                double beat) {
    const double frontier = frontier_of(inference);
    const double all = 1 - candidate.risk;
    double left = all;  // probability of the numbers not examined yet
    GuessLook look;
    for_each_outcome(inference, log_total, candidate.cell, [&](Mark, double chance) {
        add(look, inference, frontier, chance);
        left -= chance;
        return left > rules_.unlikely * all && look.score + left * most_of_prospect() > beat;
    });
    look.safety = all;
    if (left > rules_.unlikely * all) {
        look.score += left * most_of_prospect();
    } else {
        scale(look, all / (all - left));
    }
    return look;
}

GuessLook GuessScore::look(Inference& inference, Cell cell) {
    const double risk = inference.about(cell).mine_probability;
    return look_into(inference, {cell, risk, 1 - risk}, inference.log_configurations(),
                     -std::numeric_limits<double>::infinity());
}

// Of the examined candidates whose score is within `near` of the highest, the one that the network values
// most.
Guess GuessScore::most_worth(Inference& inference, double near) {
    double highest = -std::numeric_limits<double>::infinity();
    for (const Looked& looked : looked_)
        highest = std::max(highest, looked.look.score);
    std::erase_if(looked_, [&](const Looked& looked) { return looked.look.score < highest - near; });
    Guess best = looked_.front().guess;
    if (looked_.size() == 1) return best;
    double most = -std::numeric_limits<double>::infinity();
    for (const Looked& looked : looked_) {
        const double worth =
            round_score(GuessNet::worth(GuessNet::input(inference, looked.guess.cell, looked.look)));
        if (worth <= most) continue;
        most = worth;
        best = looked.guess;
    }
    return best;
}

Guess GuessScore::best(Inference& inference) {
    const std::vector<Candidate>& candidates = find_candidates_(inference, rules_.candidates);
    if (candidates.empty()) return inference.safest();
    if (candidates.size() == 1) return {candidates.front().cell, candidates.front().risk};
    const double near = this->near(inference);
    const double log_total = inference.log_configurations();
    double highest = -std::numeric_limits<double>::infinity();
    looked_.clear();
    for (const Candidate& candidate : candidates) {
        const double beat = highest - near;
        if (candidate.worth * most_of_prospect() <= beat) break;
        GuessLook look = look_into(inference, candidate, log_total, beat);
        look.score = round_score(look.score);
        if (look.score <= beat) continue;
        highest = std::max(highest, look.score);
        looked_.push_back({{candidate.cell, candidate.risk}, look});
    }
    return most_worth(inference, near);
}

std::vector<GuessScore::Rated> GuessScore::rate(Inference& inference) {
    std::vector<Rated> rated;
    const bool judges = near(inference) > 0;
    for (const Candidate& candidate : find_candidates_(inference, rules_.candidates)) {
        const GuessLook look = this->look(inference, candidate.cell);
        rated.push_back({{candidate.cell, candidate.risk}, round_score(look.score), 0});
        if (judges)
            rated.back().worth =
                round_score(GuessNet::worth(GuessNet::input(inference, candidate.cell, look)));
    }
    return rated;
}

std::vector<Guess> GuessScore::rank(Inference& inference) {
    const Guess first = best(inference);
    std::vector<Rated> others = rate(inference);
    double highest = -std::numeric_limits<double>::infinity();
    for (const Rated& rated : others)
        highest = std::max(highest, rated.score);
    std::erase_if(others, [&](const Rated& rated) { return rated.guess.cell == first.cell; });
    const double least = highest - near(inference);
    std::ranges::stable_sort(others, [least](const Rated& one, const Rated& other) {
        if ((one.score >= least) != (other.score >= least)) return one.score > other.score;
        return one.score >= least ? one.worth > other.worth : one.score > other.score;
    });
    std::vector<Guess> ranked{first};
    for (const Rated& rated : others)
        ranked.push_back(rated.guess);
    return ranked;
}

}  // namespace sapper

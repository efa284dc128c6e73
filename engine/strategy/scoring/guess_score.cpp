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
    // The cells of the sea count as living, because the endgame takes care of a small sea.
    const double safety = 1 - inference.sea_risk();
    for (std::size_t i = 0; i < std::min<std::size_t>(inference.sea(), 2); ++i)
        rank(prospect, safety);
    return prospect;
}

namespace {

// A frontier that shrinks by more cells than this gives no more score.
constexpr double kMostShrinkage = 8;

double frontier_of(const Inference& inference) {
    return static_cast<double>(inference.constraints().frontier_cells());
}

void scale(GuessLook& look, double factor) {
    for (double* mean : {&look.score, &look.safest, &look.second, &look.certain, &look.progress, &look.growth,
                         &look.entropy})
        *mean *= factor;
}

}  // namespace

double GuessScore::most_of_prospect() const {
    return 1 + rules_.certain * kMostCertain + rules_.frontier * kMostShrinkage;
}

// The network decides among scores this close to the highest.
double GuessScore::near(const Inference& inference) const {
    return GuessNet::can_judge(inference.constraints().topology()) ? rules_.close : 0;
}

double GuessScore::score_of(const GuessLook& look) const {
    const double safety = (1 - rules_.second) * look.safest + rules_.second * look.second;
    return safety + rules_.certain * look.certain - rules_.frontier * look.growth;
}

// Adds one number that the cell may show. The inference is in the position after it.
void GuessScore::add(GuessLook& look, Inference& inference, double frontier_before, double chance) {
    const Prospect prospect = prospect_of(inference);
    look.safest += chance * prospect.safest;
    look.second += chance * prospect.second;
    look.certain += chance * prospect.certain;
    look.progress += prospect.certain > 0 ? chance : 0;
    look.growth += chance * std::max(frontier_of(inference) - frontier_before, -kMostShrinkage);
    if (chance > 0) look.entropy -= chance * std::log(chance);
    look.score = score_of(look);
}

// Looks one guess ahead. If the score is above `beat`, it is exact except for unlikely numbers. Otherwise it
// is only a bound.
GuessLook GuessScore::look_into(Inference& inference, const Candidate& candidate, double log_total,
                                double beat) {
    const double frontier = frontier_of(inference);
    const double all = 1 - candidate.risk;
    double left = all;  // the probability of the numbers that are left
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

// The candidate that the network values most, of those whose score is within `near` of the highest.
Guess GuessScore::most_worth(Inference& inference, double near) {
    double highest = -std::numeric_limits<double>::infinity();
    for (const GuessAndLook& each : looks_)
        highest = std::max(highest, each.look.score);
    std::erase_if(looks_, [&](const GuessAndLook& each) { return each.look.score < highest - near; });
    Guess best = looks_.front().guess;
    if (looks_.size() == 1) return best;
    double most = -std::numeric_limits<double>::infinity();
    for (const GuessAndLook& each : looks_) {
        const double worth =
            round_score(GuessNet::worth(GuessNet::input(inference, each.guess.cell, each.look)));
        if (worth <= most) continue;
        most = worth;
        best = each.guess;
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
    looks_.clear();
    for (const Candidate& candidate : candidates) {
        const double beat = highest - near;
        if (candidate.worth * most_of_prospect() <= beat) break;
        GuessLook look = look_into(inference, candidate, log_total, beat);
        look.score = round_score(look.score);
        if (look.score <= beat) continue;
        highest = std::max(highest, look.score);
        looks_.push_back({{candidate.cell, candidate.risk}, look});
    }
    return most_worth(inference, near);
}

std::vector<GuessScore::Rating> GuessScore::rate(Inference& inference) {
    std::vector<Rating> ratings;
    const bool judges = near(inference) > 0;
    for (const Candidate& candidate : find_candidates_(inference, rules_.candidates)) {
        const GuessLook look = this->look(inference, candidate.cell);
        ratings.push_back({{candidate.cell, candidate.risk}, round_score(look.score), 0});
        if (judges)
            ratings.back().worth =
                round_score(GuessNet::worth(GuessNet::input(inference, candidate.cell, look)));
    }
    return ratings;
}

std::vector<Guess> GuessScore::rank(Inference& inference) {
    const Guess first = best(inference);
    std::vector<Rating> others = rate(inference);
    double highest = -std::numeric_limits<double>::infinity();
    for (const Rating& rating : others)
        highest = std::max(highest, rating.score);
    std::erase_if(others, [&](const Rating& rating) { return rating.guess.cell == first.cell; });
    const double least = highest - near(inference);
    std::ranges::stable_sort(others, [least](const Rating& one, const Rating& other) {
        if ((one.score >= least) != (other.score >= least)) return one.score > other.score;
        return one.score >= least ? one.worth > other.worth : one.score > other.score;
    });
    std::vector<Guess> ranking{first};
    for (const Rating& rating : others)
        ranking.push_back(rating.guess);
    return ranking;
}

}  // namespace sapper

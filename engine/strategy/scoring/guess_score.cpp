#include "strategy/scoring/guess_score.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

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
CellRisk GuessScore::most_worth(Inference& inference, double near) {
    double highest = -std::numeric_limits<double>::infinity();
    for (const GuessAndLook& each : looks_)
        highest = std::max(highest, each.look.score);
    std::erase_if(looks_, [&](const GuessAndLook& each) { return each.look.score < highest - near; });
    CellRisk best = looks_.front().guess;
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

CellRisk GuessScore::best(Inference& inference) {
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

std::vector<CellRisk> GuessScore::rank(Inference& inference) {
    const CellRisk first = best(inference);
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
    std::vector<CellRisk> ranking{first};
    for (const Rating& rating : others)
        ranking.push_back(rating.guess);
    return ranking;
}

namespace {

// This prime is larger than any determinant of a matrix of zeros and ones of this size. So independent rows
// stay independent modulo it.
constexpr std::int32_t kPrime = 32749;
constexpr std::size_t kColumns = 9;

using Row = std::array<std::int32_t, kColumns>;

std::int32_t inverse(std::int32_t value) {
    std::int32_t result = 1;
    for (std::int32_t power = kPrime - 2; power > 0; power >>= 1) {
        if ((power & 1) != 0) result = result * value % kPrime;
        value = value * value % kPrime;
    }
    return result;
}

// The sums that the numbers fix, in echelon form.
class Span {
  public:
    // Reduces a row by the others. Returns whether anything is left, so that the row is independent.
    bool reduce(Row& row) const {
        for (std::size_t i = 0; i < count_; ++i) {
            const std::int32_t factor = row[leads_[i]];
            if (factor == 0) continue;
            for (std::size_t c = 0; c < kColumns; ++c)
                row[c] = (row[c] + (kPrime - factor) * rows_[i][c]) % kPrime;
        }
        return std::ranges::any_of(row, [](std::int32_t value) { return value != 0; });
    }
    void add(Row row) {
        if (!reduce(row)) return;
        std::size_t lead = 0;
        while (row[lead] == 0)
            ++lead;
        const std::int32_t scale = inverse(row[lead]);
        for (std::int32_t& value : row)
            value = value * scale % kPrime;
        leads_[count_] = lead;
        rows_[count_++] = row;
    }

  private:
    std::array<Row, kColumns> rows_;
    std::array<std::size_t, kColumns> leads_;
    std::size_t count_ = 0;
};

// A sea cell with no more hidden neighbours than this is likely to open a large area.
constexpr std::int32_t kFewNeighbours = 3;

// Calls enough(candidate) from the greatest candidate down until it returns true. The first call nearly
// always does. Returns whether any call did. Changes the order of the candidates.
template <typename Less, typename Enough>
bool from_greatest(std::vector<Candidate>& candidates, Less less, Enough enough) {
    if (candidates.empty()) return false;
    auto end = candidates.end();
    std::iter_swap(std::ranges::max_element(candidates, less), --end);
    if (enough(*end)) return true;
    std::make_heap(candidates.begin(), end, less);
    while (end != candidates.begin()) {
        std::pop_heap(candidates.begin(), end--, less);
        if (enough(*end)) return true;
    }
    return false;
}

}  // namespace

bool is_dead(const Constraints& constraints, Cell cell) {
    const Topology& topology = constraints.topology();
    std::array<Cell, kColumns> cells;
    std::size_t count = 0;
    cells[count++] = cell;
    for (Cell other : topology.neighbours(cell)) {
        if (!constraints.undecided(other)) continue;
        if (!constraints.in_frontier(other) || count == kColumns) return false;
        cells[count++] = other;
    }
    if (count == 1) return true;
    const auto column = [&](Cell other) {
        return static_cast<std::size_t>(std::find(cells.begin(), cells.begin() + count, other) -
                                        cells.begin());
    };
    // The cell counts as safe, so only the sum of the other cells matters.
    Row target{};
    for (std::size_t c = 1; c < count; ++c)
        target[c] = 1;
    Span span;
    for (std::size_t c = 0; c < count; ++c) {
        for (Cell number : topology.neighbours(cells[c])) {
            if (!constraints.live(number)) continue;
            Row row{};
            bool inside = true;
            std::size_t first = kColumns;
            for (Cell other : topology.neighbours(number)) {
                if (!constraints.undecided(other)) continue;
                const std::size_t at = column(other);
                if (at >= count) {
                    inside = false;
                    break;
                }
                first = std::min(first, at);
                row[at] = at == 0 ? 0 : 1;
            }
            if (inside && first == c) span.add(row);
        }
    }
    return !span.reduce(target);
}

void CandidateFinder::add_frontier(Inference& inference) {
    inference.for_each_frontier_group([this](std::span<const Cell> cells, double risk) {
        if (risk == 1) return;
        for (Cell cell : cells)
            candidates_.push_back({cell, risk, round_score(1 - risk)});
    });
}

void CandidateFinder::add_sea(Inference& inference) {
    const Constraints& constraints = inference.constraints();
    const Topology& topology = constraints.topology();
    const double risk = inference.sea_risk();
    const auto size = static_cast<Cell>(topology.size());
    near_.assign(size, 0);
    inference.for_each_frontier_group([&](std::span<const Cell> cells, double) {
        for (Cell cell : cells)
            each_neighbour(topology, cell, [this](Cell other) { near_[other] = 1; });
    });
    sea_.clear();
    sea_.add_between(0, size, [&](Cell cell) {
        const bool has_few = constraints.undecided_around(cell) <= kFewNeighbours;
        const bool is_near = near_[cell] != 0, at_sea = constraints.at_sea(cell);
        return at_sea & (is_near | has_few);
    });
    if (sea_.empty()) {
        Cell first = 0;
        while (first < size && !constraints.at_sea(first))
            ++first;
        if (first < size) sea_.add(first);
    }
    const Candidate like_all{kNoCell, risk, round_score(1 - risk)};
    for (Cell cell : sea_) {
        candidates_.push_back(like_all);
        candidates_.back().cell = cell;
    }
}

const std::vector<Candidate>& CandidateFinder::operator()(Inference& inference, const CandidateRules& rules) {
    candidates_.clear();
    add_frontier(inference);
    double safest = 1 - inference.sea_risk();
    for (const Candidate& candidate : candidates_)
        safest = std::max(safest, candidate.worth);
    if (1 - inference.sea_risk() >= rules.sea_band * safest) add_sea(inference);

    const bool some_live = keep_nearly_safest(inference.constraints(), rules.frontier_band);
    keep_promising(inference, rules, !some_live);
    return best_;
}

// Keeps the candidates, living or dead, that are nearly as safe as the safest living cell. Returns whether a
// living cell exists. If not, keeps all.
bool CandidateFinder::keep_nearly_safest(const Constraints& constraints, double band) {
    double safest = 0;
    const auto less_worth = [](const Candidate& a, const Candidate& b) { return a.worth < b.worth; };
    const bool some_live = from_greatest(candidates_, less_worth, [&](const Candidate& candidate) {
        safest = candidate.worth;
        return !is_dead(constraints, candidate.cell);
    });
    if (!some_live) return false;
    const double least = band * safest;
    std::erase_if(candidates_, [least](const Candidate& candidate) { return candidate.worth < least; });
    return true;
}

// Tests only promising candidates whether they are dead, because the test costs more than the promise.
void CandidateFinder::keep_promising(Inference& inference, const CandidateRules& rules, bool dead_too) {
    const Constraints& constraints = inference.constraints();
    const double at_sea = rules.at_sea * inference.sea_risk();
    // The cost by the place of a neighbour: decided, in the sea, in the frontier.
    const std::array<double, 3> costs{0, at_sea, rules.in_frontier * inference.sea_risk()};
    for (Candidate& candidate : candidates_) {
        double promise = candidate.worth - (constraints.in_frontier(candidate.cell) ? 0 : at_sea);
        each_neighbour(constraints.topology(), candidate.cell, [&](Cell other) {
            promise -= costs[std::size_t{constraints.undecided(other)} + constraints.in_frontier(other)];
        });
        candidate.promise = round_score(promise);
    }
    const auto less_promising = [](const Candidate& a, const Candidate& b) {
        return a.promise < b.promise || (a.promise == b.promise && a.cell > b.cell);
    };
    best_.clear();
    from_greatest(candidates_, less_promising, [&](const Candidate& candidate) {
        if (dead_too || !is_dead(constraints, candidate.cell)) best_.push_back(candidate);
        return best_.size() == rules.most;
    });
    if (best_.size() > 1) std::ranges::stable_sort(best_, std::greater(), &Candidate::worth);
}

}  // namespace sapper

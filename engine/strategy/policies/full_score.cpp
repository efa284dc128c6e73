// A policy with every idea of the project. It uses two-step safety over the numbers that a cell may show. It
// forgives most of the risk of even chances that play must take sooner or later. It takes an even chance at
// once if nothing can tell more about it. If the guess would make a safer cell certain anyway, it opens that
// cell first. It leaves closed pockets of a few cells for last. Costs several times as much as `best`;
// docs/research/best.md says what it is worth.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "inference/inference.hpp"
#include "strategy/policies/policy.hpp"
#include "strategy/scoring/guess_score.hpp"
#include "util/floats.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

// Finds unavoidable even chances. Take two sets of hidden cells such that every other safe cell touches both
// equally often. If one set is all mines and the other has none, an exchange of the sets changes no number.
// So play loses half of those configurations. Two cells, or the two diagonals of a square, are such sets if
// all odd neighbours (those that touch one set more often) are mines. Computes for each cell the probability
// that it is a mine on one side of an even chance. A policy may take that much off the risk of a guess there.
// Costs a few counts for every two sets in the frontier that may be such sides.
class EvenChances {
  public:
    explicit EvenChances(const Topology& topology) : topology_(topology), share_(topology.size(), 0) {}

    // The position must have no safe cells.
    void find(Inference& inference);
    // The probability that the cell is a mine and lies on one side of an even chance.
    double of(Cell cell) const { return share_[cell]; }
    // The cells whose probability is not zero.
    std::span<const Cell> cells() const { return cells_; }

  private:
    // Two sets that can be exchanged.
    struct Sides {
        std::array<Cell, 2> one;
        std::array<Cell, 2> other;
        std::size_t size;

        std::span<const Cell> mines() const { return std::span(one).first(size); }
        std::span<const Cell> safe() const { return std::span(other).first(size); }
    };

    void consider_pairs(Inference& inference, Cell cell);
    void consider_squares(Inference& inference, Cell cell);
    void consider(Inference& inference, const Sides& sides);
    bool find_odd(const Constraints& constraints, const Sides& sides);
    bool may_matter(Inference& inference, const Sides& sides) const;
    double probability(Inference& inference, const Sides& sides) const;
    void raise(Cell cell, double share);

    const Topology& topology_;
    std::vector<double> share_;
    std::vector<Cell> cells_;
    std::vector<Cell> frontier_;
    std::vector<Cell> odd_;  // undecided odd neighbours, which would have to be mines
};

constexpr std::size_t kMostOdd = 3;
// Even chances below this probability are not worth counting.
constexpr double kLeastProbability = 0.004;

bool contains(std::span<const Cell> cells, Cell cell) {
    return std::ranges::find(cells, cell) != cells.end();
}

void EvenChances::find(Inference& inference) {
    for (Cell cell : cells_)
        share_[cell] = 0;
    cells_.clear();
    frontier_.clear();
    inference.for_each_frontier_group([&](std::span<const Cell> cells, double) { append(frontier_, cells); });
    std::ranges::sort(frontier_);
    for (Cell cell : frontier_) {
        consider_pairs(inference, cell);
        consider_squares(inference, cell);
    }
}

void EvenChances::consider_pairs(Inference& inference, Cell cell) {
    const Constraints& constraints = inference.constraints();
    for (Cell other : topology_.neighbours(cell)) {
        const bool was_considered = other < cell && constraints.in_frontier(other);
        if (constraints.undecided(other) && !was_considered) consider(inference, {{cell}, {other}, 1});
    }
}

// Considers the squares with a corner at the cell.
void EvenChances::consider_squares(Inference& inference, Cell cell) {
    if (topology_.kind() != Topology::Kind::grid || topology_.shape().size() != 2) return;
    const Constraints& constraints = inference.constraints();
    const std::size_t columns = topology_.shape()[1];
    for (const std::size_t back : {std::size_t{0}, std::size_t{1}, columns, columns + 1}) {
        if (cell < back) continue;
        const auto corner = static_cast<Cell>(cell - back);
        const auto below = static_cast<Cell>(corner + columns);
        if (corner % columns + 1 == columns || below + 1 >= topology_.size()) continue;
        const std::array<Cell, 4> square{corner, corner + 1, below, below + 1};
        if (!contains(square, cell)) continue;
        if (!std::ranges::all_of(square, [&](Cell at) { return constraints.undecided(at); })) continue;
        consider(inference, {{square[0], square[3]}, {square[1], square[2]}, 2});
    }
}

void EvenChances::consider(Inference& inference, const Sides& sides) {
    if (!find_odd(inference.constraints(), sides) || !may_matter(inference, sides)) return;
    const double share = probability(inference, sides);
    if (share < kLeastProbability) return;
    for (const auto& side : {sides.mines(), sides.safe()}) {
        for (Cell cell : side)
            raise(cell, share);
    }
}

// Finds the odd neighbours. Returns false if an open number, or too many undecided cells, distinguish the
// sides.
bool EvenChances::find_odd(const Constraints& constraints, const Sides& sides) {
    odd_.clear();
    const auto touches = [&](Cell from, std::span<const Cell> side) {
        return std::ranges::count_if(topology_.neighbours(from), [&](Cell at) { return contains(side, at); });
    };
    for (const auto& side : {sides.mines(), sides.safe()}) {
        for (Cell member : side) {
            for (Cell cell : topology_.neighbours(member)) {
                if (constraints.known_mine(cell) || contains(sides.mines(), cell) ||
                    contains(sides.safe(), cell))
                    continue;
                if (touches(cell, sides.mines()) == touches(cell, sides.safe()) || contains(odd_, cell))
                    continue;
                if (!constraints.undecided(cell) || odd_.size() == kMostOdd) return false;
                odd_.push_back(cell);
            }
        }
    }
    return true;
}

// Takes a cheap upper bound, because most pairs are too unlikely to count.
bool EvenChances::may_matter(Inference& inference, const Sides& sides) const {
    double likely = 1;
    for (Cell cell : sides.mines())
        likely = std::min(likely, inference.about(cell).mine_probability);
    for (Cell cell : odd_)
        likely = std::min(likely, inference.about(cell).mine_probability);
    return likely >= kLeastProbability;
}

// The probability that all odd cells and one side are mines and the other side is safe. Play loses half of
// those games.
double EvenChances::probability(Inference& inference, const Sides& sides) const {
    const double all = inference.log_configurations();
    const Constraints& constraints = inference.constraints();
    double share = 0;
    inference.push();
    bool fits = true;
    const auto assume_mine = [&](Cell cell) {
        fits = fits && constraints.consistent() && constraints.state(cell) != Constraints::CellState::safe;
        if (fits && constraints.undecided(cell)) inference.explode(cell);
    };
    for (Cell cell : odd_)
        assume_mine(cell);
    for (Cell cell : sides.mines())
        assume_mine(cell);
    if (fits && inference.possible()) {
        share = std::exp(inference.log_configurations() - all);
        // Treats the cells of the other side as independent, which matters little.
        for (Cell cell : sides.safe())
            share *= 1 - inference.about(cell).mine_probability;
    }
    inference.pop();
    return share;
}

void EvenChances::raise(Cell cell, double share) {
    if (share_[cell] == 0) cells_.push_back(cell);
    share_[cell] = std::max(share_[cell], share);
}

// The share of a risk that the policy forgives because play must take it anyway. It does not forgive all,
// because an early guess has less to learn from.
constexpr double kForgiveness = 0.9;
constexpr double kSecond = 0.2;     // weight of the second safest cell against the safest
constexpr double kCertain = 0.001;  // bonus when some living cell becomes certain
constexpr std::size_t kPocket = 8;  // a pocket has fewer cells than this

class FullScore final : public Policy {
  public:
    explicit FullScore(const Topology& topology) : even_(topology) {}

    Needs needs() const override { return Needs::odds; }

    CellRisk pick(const Outlook& outlook) override {
        Inference& inference = outlook.odds->inference();
        even_.find(inference);
        if (const auto guess = unavoidable(inference)) return *guess;
        candidates_ = find_candidates_(inference, {});
        if (candidates_.empty()) return inference.safest();
        leave_pockets(inference.constraints());
        const double log_total = inference.log_configurations();
        Candidate best = candidates_.front();
        double highest = -1;
        for (const Candidate& candidate : candidates_) {
            const double most = candidate.worth * forgiveness(candidate) * (1 + kCertain);
            if (most <= highest) continue;
            const double score = round_score(forgiveness(candidate) * value(inference, candidate, log_total));
            if (score <= highest) continue;
            highest = score;
            best = candidate;
        }
        return or_safer(inference, best, log_total);
    }

  private:
    // The safest cell that is a mine only as a side of an even chance. Waiting gains nothing there.
    std::optional<CellRisk> unavoidable(Inference& inference) const {
        constexpr double kRounding = 1e-9;
        std::optional<CellRisk> safest;
        for (Cell cell : even_.cells()) {
            const double risk = inference.about(cell).mine_probability;
            if (risk >= 1 || even_.of(cell) < risk * (1 - kRounding)) continue;
            if (!safest || round_score(risk) < round_score(safest->risk)) safest = CellRisk{cell, risk};
        }
        return safest;
    }

    // Drops candidates in pockets, small sets of hidden cells that touch no others, unless all are in
    // pockets.
    void leave_pockets(const Constraints& constraints) {
        const auto in_pocket = [&](const Candidate& candidate) {
            pocket_.assign(1, candidate.cell);
            for (std::size_t next = 0; next < pocket_.size() && pocket_.size() < kPocket; ++next) {
                for (Cell other : constraints.topology().neighbours(pocket_[next])) {
                    if (constraints.undecided(other) && std::ranges::find(pocket_, other) == pocket_.end())
                        pocket_.push_back(other);
                }
            }
            return pocket_.size() < kPocket;
        };
        if (!std::ranges::all_of(candidates_, in_pocket)) std::erase_if(candidates_, in_pocket);
    }

    double forgiveness(const Candidate& candidate) const {
        return 1 + kForgiveness * even_.of(candidate.cell) / (1 - candidate.risk);
    }

    double value(Inference& inference, const Candidate& candidate, double log_total) {
        double score = 0;
        for_each_outcome(inference, log_total, candidate.cell, [&](Mark, double chance) {
            const Prospect prospect = prospect_of(inference);
            const double safety = (1 - kSecond) * prospect.safest + kSecond * prospect.second;
            score += chance * safety * (1 + (prospect.certain > 0 ? kCertain : 0));
            return true;
        });
        return score;
    }

    // This cell, or a safer one that it would make certain whatever it shows.
    CellRisk or_safer(Inference& inference, const Candidate& choice, double log_total) const {
        std::vector<Candidate> safer;
        std::ranges::copy_if(candidates_, std::back_inserter(safer),
                             [&](const Candidate& candidate) { return candidate.worth > choice.worth; });
        for_each_outcome(inference, log_total, choice.cell, [&](Mark, double) {
            std::erase_if(safer, [&](const Candidate& candidate) {
                return inference.about(candidate.cell).verdict == Verdict::uncertain;
            });
            return !safer.empty();
        });
        const Candidate& first = safer.empty() ? choice : safer.front();
        return {first.cell, first.risk};
    }

    EvenChances even_;
    CandidateFinder find_candidates_;
    std::vector<Candidate> candidates_;
    std::vector<Cell> pocket_;
};

}  // namespace

std::unique_ptr<Policy> full_score(const Topology& topology) {
    return std::make_unique<FullScore>(topology);
}

}  // namespace sapper

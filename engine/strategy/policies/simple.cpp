// Policies of a few lines: any cell, the least risk, the highest score, the boundary of Minesweeper by ldoig.
#include "strategy/policies/policy.hpp"
#include "util/floats.hpp"

namespace sapper {

namespace {

class AtRandom final : public Policy {
  public:
    Needs needs() const override { return Needs::level; }
    Guess pick(const Outlook& outlook) override {
        outlook.list_guessable(cells_);
        return {outlook.random.one_of(cells_), kNotKnown};
    }

  private:
    std::vector<Cell> cells_;
};

// The policy of the simplest strong player: the cell of least mine probability, the first of equals. It picks
// the same cell as the policy `first`, which looks at every cell. This one costs only time for what changed.
class LeastRisk final : public Policy {
  public:
    Needs needs() const override { return Needs::odds; }
    Guess pick(const Outlook& outlook) override { return outlook.odds->inference().safest(); }
};

// The policy of our own player: the guess of the highest score.
class ByScore final : public Policy {
  public:
    explicit ByScore(const ScoreRules& rules) : score_(rules) {}

    Needs needs() const override { return Needs::odds; }
    Guess pick(const Outlook& outlook) override { return score_.best(outlook.odds->inference()); }

  private:
    GuessScore score_;
};

constexpr std::size_t kMostBoundaryCells = 128;

// The guess of Minesweeper by ldoig. Counts all assignments of the boundary (the hidden cells next to
// numbers), each weighted by the ways to place the other mines. Opens the boundary cell that is least likely
// a mine, or a cell beyond the boundary if the density there is lower. With more than 128 boundary cells it
// guesses by density.
class ByBoundary final : public Policy {
  public:
    Needs needs() const override { return Needs::both; }

    Guess pick(const Outlook& outlook) override {
        if (boundary_cells(outlook) > kMostBoundaryCells) return otherwise_->pick(outlook);
        const Constraints& constraints = outlook.odds->inference().constraints();
        Guess boundary{kNoCell, 1};
        Guess beyond{kNoCell, 1};
        for (Cell cell = 0; cell < outlook.size(); ++cell) {
            if (!outlook.hidden(cell)) continue;
            const double risk = outlook.odds->risk(cell);
            Guess& best = constraints.at_sea(cell) ? beyond : boundary;
            if (is_riskier(best.risk, risk)) best = {cell, risk};
        }
        return is_riskier(boundary.risk, beyond.risk) ? beyond : boundary;
    }

    void estimate(const Outlook& outlook, std::span<double> risks) override {
        if (boundary_cells(outlook) > kMostBoundaryCells) return otherwise_->estimate(outlook, risks);
        Policy::estimate(outlook, risks);
    }

  private:
    // Counts boundary cells that the level has not decided.
    static std::size_t boundary_cells(const Outlook& outlook) {
        std::size_t count = 0;
        for (Cell cell = 0; cell < outlook.size(); ++cell) {
            if (!outlook.hidden(cell) || outlook.level->is_mine(cell)) continue;
            for (Cell other : outlook.game.topology()->neighbours(cell)) {
                if (!is_number(outlook.game.marks()[other])) continue;
                ++count;
                break;
            }
        }
        return count;
    }

    std::unique_ptr<Policy> otherwise_ = by_density();
};

}  // namespace

std::unique_ptr<Policy> at_random() {
    return std::make_unique<AtRandom>();
}

std::unique_ptr<Policy> least_risk() {
    return std::make_unique<LeastRisk>();
}

std::unique_ptr<Policy> by_score(const ScoreRules& rules) {
    return std::make_unique<ByScore>(rules);
}

std::unique_ptr<Policy> by_boundary() {
    return std::make_unique<ByBoundary>();
}

}  // namespace sapper

#include "strategy/policies/policy.hpp"

#include <array>

#include "inference/sampler.hpp"
#include "util/floats.hpp"

namespace sapper {

namespace {

constexpr std::array kPolicies{
    Entry{"random", "Any cell not known to be a mine."},
    Entry{"density", "Least estimate: the density of mines, raised by every number around."},
    Entry{"ratio", "Least mean, over the numbers around, of their mines per cell."},
    Entry{"hidden-corners", "Hidden corners, then hidden edges, then as ratio."},
    Entry{"boundary", "Least mine probability; as density if the frontier has more than 128 cells."},
    Entry{"least", "Least mine probability; ties are broken at random."},
    Entry{"first", "Least mine probability; ties go to the first cell."},
    Entry{"nearest", "Least mine probability; ties go to the cell nearest to an opened one."},
    Entry{"centred", "Least mine probability; ties go to the cell nearest to the middle."},
    Entry{"inward", "Least mine probability; ties go to the cell nearest to an edge."},
    Entry{"inward-from-corner", "Least mine probability; ties go to the cell nearest to a corner."},
    Entry{"corners",
          "Least mine probability; ties go to a corner. corners/nearest and the like break further ties."},
    Entry{"edges", "Least mine probability; ties go to an edge. Takes /nearest and the like."},
    Entry{"corners-edges",
          "Least mine probability; ties go to a corner, else to an edge. Takes /nearest and the like."},
    Entry{"corners-two-deep", "As corners, two cells deep."},
    Entry{"edges-two-deep", "As edges, two cells deep."},
    Entry{"corners-edges-two-deep", "As corners-edges, two cells deep."},
    Entry{"pseq", "Filters P, S, E, Q of PSEQ, then at random. Any letters of PZSEQF name a policy."},
    Entry{"full-score", "Two-step safety, with extra rules for 50/50 guesses and closed pockets."},
    Entry{"two-step", "Best chance to survive this guess and the next."},
    Entry{"look-ahead-2", "Best chance to survive this guess and two more. Any number from 1 to 9."},
};

}  // namespace

std::span<const Entry> policies() {
    return kPolicies;
}

std::unique_ptr<Policy> make_policy(std::string_view name, const Topology& topology) {
    if (name == "random") return at_random();
    if (name == "density") return by_density();
    if (name == "ratio") return by_mean_ratio();
    if (name == "boundary") return by_boundary();
    if (name == "hidden-corners") return corners_then_edges(topology);
    if (name == "full-score") return full_score(topology);
    if (auto policy = filters(name)) return policy;
    if (auto policy = look_ahead(name)) return policy;
    return among_safest(name, topology);
}

bool is_policy(std::string_view name) {
    return make_policy(name, *Topology::grid({1})) != nullptr;
}

// Policies of a few lines: any cell, the least risk, the highest score, the boundary of Minesweeper by ldoig.

namespace {

class AtRandom final : public Policy {
  public:
    Needs needs() const override { return Needs::level; }
    CellRisk pick(const Outlook& outlook) override {
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
    CellRisk pick(const Outlook& outlook) override { return outlook.odds->inference().safest(); }
};

// The policy of our own player: the guess of the highest score.
class ByScore final : public Policy {
  public:
    explicit ByScore(const ScoreRules& rules) : score_(rules) {}

    Needs needs() const override { return Needs::odds; }
    CellRisk pick(const Outlook& outlook) override { return score_.best(outlook.odds->inference()); }

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

    CellRisk pick(const Outlook& outlook) override {
        if (boundary_cells(outlook) > kMostBoundaryCells) return otherwise_->pick(outlook);
        const Constraints& constraints = outlook.odds->inference().constraints();
        CellRisk boundary{kNoCell, 1};
        CellRisk beyond{kNoCell, 1};
        for (Cell cell = 0; cell < outlook.size(); ++cell) {
            if (!outlook.hidden(cell)) continue;
            const double risk = outlook.odds->risk(cell);
            CellRisk& best = constraints.at_sea(cell) ? beyond : boundary;
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

Odds::Odds(std::shared_ptr<const Topology> topology, std::uint32_t mines) : inference_(topology, mines) {
    if (topology->bitboard() != nullptr) rules_.emplace(*topology);
}

void Odds::begin(const Game& game, Random) {
    new_cells_.clear();
    numbers_.clear();
    if (rules_) rules_->reset();
    by_rules_ = rules_ && (game.is_fresh() || rules_->load(game.marks(), false, nullptr));
    if (by_rules_ || game.is_fresh()) {
        inference_.reset();
    } else {
        inference_.load(game.position());
    }
}

void Odds::follow(const Game& game) {
    if (by_rules_) {
        rules_->follow(game.changes(), game.marks().data());
        return;
    }
    for (Cell cell : game.changes()) {
        const Mark mark = game.marks()[cell];
        if (mark == kExploded) inference_.explode(cell);
        if (!is_number(mark)) continue;
        new_cells_.push_back(cell);
        numbers_.push_back(mark);
    }
}

std::span<const Cell> Odds::safe_cells() {
    if (by_rules_) {
        if (const std::span<const Cell> safe = rules_->safe(); !safe.empty()) return safe;
    }
    return inference().safe_cells();
}

// Cells that opened together tell nothing about each other, so it reveals all together.
Inference& Odds::inference() {
    if (by_rules_) inference_.learn(*rules_);
    if (!new_cells_.empty()) inference_.reveal(new_cells_, numbers_);
    new_cells_.clear();
    numbers_.clear();
    return inference_;
}

// Estimates mine probabilities from exact samples. Certain cells stay certain, and no other cell gets 0 or 1,
// however few the samples.

namespace {

constexpr std::uint32_t kSamples = 256;

// Adds half a mine and half a safe cell, so the share is never 0 or 1.
double share(std::uint64_t mines, std::uint64_t cells) {
    return (static_cast<double>(mines) + 0.5) / (static_cast<double>(cells) * kSamples + 1);
}

class OddsBySamples final : public Odds {
  public:
    using Odds::Odds;

    void begin(const Game& game, Random random) override {
        Odds::begin(game, random);
        random_ = random;
        random_to_state_ = Random(random.seed(), random.game(), Stream::estimate);
        has_samples_ = false;
    }

    void follow(const Game& game) override {
        Odds::follow(game);
        has_samples_ = false;
    }

    double risk(Cell cell) override {
        const Inference::Answer answer = inference().about(cell);
        if (answer.verdict != Verdict::uncertain) return answer.mine_probability;
        if (!has_samples_) draw(*random_);
        if (!inference().constraints().in_frontier(cell)) return share(sea_mines_, inference().sea());
        const auto [sweep, group] = inference().place_of(cell);
        return share(mines_[sweep][group], sizes_[sweep][group]);
    }

    double risk_to_state(const CellRisk& guess) override {
        if (!(guess.risk > 0 && guess.risk < 1)) return guess.risk;
        draw(*random_to_state_);
        const double fresh_risk = risk(guess.cell);
        has_samples_ = false;
        return fresh_risk;
    }

  private:
    void draw(Random& random) {
        Sampler sampler(inference());
        sea_mines_ = 0;
        for (std::uint32_t i = 0; i < kSamples; ++i) {
            sampler.draw(random, sample_);
            if (i == 0) mines_.assign(sample_.mines.size(), {});
            for (std::size_t sweep = 0; sweep < sample_.mines.size(); ++sweep) {
                mines_[sweep].resize(sample_.mines[sweep].size());
                for (std::size_t group = 0; group < sample_.mines[sweep].size(); ++group)
                    mines_[sweep][group] += sample_.mines[sweep][group];
            }
            sea_mines_ += sample_.sea_mines;
        }
        count_cells();
        has_samples_ = true;
    }

    // Counts the cells of each group.
    void count_cells() {
        const Constraints& constraints = inference().constraints();
        sizes_.resize(mines_.size());
        for (std::size_t sweep = 0; sweep < mines_.size(); ++sweep)
            sizes_[sweep].assign(mines_[sweep].size(), 0);
        for (Cell cell = 0; cell < constraints.topology().size(); ++cell) {
            if (!constraints.in_frontier(cell)) continue;
            const auto [sweep, group] = inference().place_of(cell);
            ++sizes_[sweep][group];
        }
    }

    std::optional<Random> random_;
    std::optional<Random> random_to_state_;
    bool has_samples_ = false;
    Sampler::Sample sample_;
    std::vector<std::vector<std::uint64_t>> mines_;  // per sweep and group: mines in all samples
    std::uint64_t sea_mines_ = 0;
    std::vector<std::vector<std::uint32_t>> sizes_;  // per sweep and group: its cells
};

}  // namespace

std::unique_ptr<Odds> odds_by_samples(std::shared_ptr<const Topology> topology, std::uint32_t mines) {
    return std::make_unique<OddsBySamples>(std::move(topology), mines);
}

}  // namespace sapper

#include "strategy/policies/odds.hpp"

#include "inference/sampler.hpp"

namespace sapper {

Odds::Odds(std::shared_ptr<const Topology> topology, std::uint32_t mines) : inference_(topology, mines) {
    if (topology->bitboard() != nullptr) rules_.emplace(*topology);
}

void Odds::begin(const Game& game, Random) {
    opened_.clear();
    numbers_.clear();
    by_rules_ = rules_ && game.is_fresh();
    if (by_rules_) rules_->reset();
    if (game.is_fresh()) {
        inference_.reset();
    } else {
        inference_.load(game.position());
    }
}

void Odds::follow(const Game& game) {
    if (by_rules_) {
        rules_->follow(game.changed(), game.marks().data());
        return;
    }
    for (Cell cell : game.changed()) {
        const Mark mark = game.marks()[cell];
        if (mark == kExploded) inference_.explode(cell);
        if (!is_number(mark)) continue;
        opened_.push_back(cell);
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
    if (!opened_.empty()) inference_.reveal(opened_, numbers_);
    opened_.clear();
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

class SampledOdds final : public Odds {
  public:
    using Odds::Odds;

    void begin(const Game& game, Random random) override {
        Odds::begin(game, random);
        random_ = random;
        random_for_stated_ = Random(random.seed(), random.game(), Stream::estimate);
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

    double stated_risk(const Guess& guess) override {
        if (!(guess.risk > 0 && guess.risk < 1)) return guess.risk;
        draw(*random_for_stated_);
        const double stated = risk(guess.cell);
        has_samples_ = false;
        return stated;
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
    std::optional<Random> random_for_stated_;
    bool has_samples_ = false;
    Sampler::Sample sample_;
    std::vector<std::vector<std::uint64_t>> mines_;  // per sweep and group: mines in all samples
    std::uint64_t sea_mines_ = 0;
    std::vector<std::vector<std::uint32_t>> sizes_;  // per sweep and group: its cells
};

}  // namespace

std::unique_ptr<Odds> sampled_odds(std::shared_ptr<const Topology> topology, std::uint32_t mines) {
    return std::make_unique<SampledOdds>(std::move(topology), mines);
}

}  // namespace sapper

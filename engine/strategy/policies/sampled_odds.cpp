#include "strategy/policies/sampled_odds.hpp"

namespace sapper {

namespace {

// Adds half a mine and half a safe cell, so the share is never 0 or 1.
double share(std::uint64_t mines, std::uint64_t cells) {
    return (static_cast<double>(mines) + 0.5) / (static_cast<double>(cells) * SampledOdds::kSamples + 1);
}

}  // namespace

void SampledOdds::begin(const Game& game, Random random) {
    Odds::begin(game, random);
    random_ = random;
    drawn_ = false;
}

void SampledOdds::follow(const Game& game) {
    Odds::follow(game);
    drawn_ = false;
}

double SampledOdds::risk(Cell cell) {
    const Inference::Answer answer = inference().about(cell);
    if (answer.verdict != Verdict::uncertain) return answer.mine_probability;
    if (!drawn_) draw();
    if (!inference().constraints().in_frontier(cell)) return share(sea_mines_, inference().sea());
    const auto [sweep, group] = inference().place_of(cell);
    return share(mines_[sweep][group], sizes_[sweep][group]);
}

void SampledOdds::draw() {
    Sampler sampler(inference());
    sea_mines_ = 0;
    for (std::uint32_t i = 0; i < kSamples; ++i) {
        sampler.draw(*random_, sample_);
        if (i == 0) mines_.assign(sample_.mines.size(), {});
        for (std::size_t sweep = 0; sweep < sample_.mines.size(); ++sweep) {
            mines_[sweep].resize(sample_.mines[sweep].size());
            for (std::size_t group = 0; group < sample_.mines[sweep].size(); ++group)
                mines_[sweep][group] += sample_.mines[sweep][group];
        }
        sea_mines_ += sample_.sea_mines;
    }
    count_cells();
    drawn_ = true;
}

// Counts the cells of each group.
void SampledOdds::count_cells() {
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

}  // namespace sapper

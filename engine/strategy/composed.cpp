#include "strategy/composed.hpp"

namespace sapper {

Composed::Composed(std::unique_ptr<Level> level, std::unique_ptr<Odds> odds, std::unique_ptr<Policy> policy)
    : level_(std::move(level)), odds_(std::move(odds)), policy_(std::move(policy)) {}

void Composed::begin(const Game& game, Random random) {
    game_ = &game;
    random_ = random;
    if (level_) level_->begin(game);
    if (odds_) odds_->begin(game, random);
}

void Composed::follow(const Game& game) {
    game_ = &game;
    if (level_) level_->follow(game);
    if (odds_) odds_->follow(game);
}

Choice Composed::next() {
    if (level_) {
        const std::span<const Cell> safe = level_->safe();
        if (!safe.empty()) return {.cells = safe};
    }
    if (odds_) {
        const std::span<const Cell> safe = odds_->inference().safe_cells();
        if (!safe.empty()) return {.cells = safe};
    }
    const Guess guess = policy_->pick({*game_, level_.get(), odds_.get(), *random_});
    chosen_ = guess.cell;
    return {.cells = {&chosen_, 1}, .risk = guess.risk};
}

void Composed::heed(std::function<void()> poll) {
    if (level_) level_->heed(poll);
    if (odds_) odds_->heed(std::move(poll));
}

}  // namespace sapper

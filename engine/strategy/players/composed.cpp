#include "strategy/players/composed.hpp"

namespace sapper {

Composed::Composed(std::unique_ptr<Level> level, std::unique_ptr<Odds> odds, std::unique_ptr<Policy> policy,
                   bool endgame)
    : level_(std::move(level)), odds_(std::move(odds)), policy_(std::move(policy)), plays_endgame_(endgame) {}

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

// Odds that only serve the endgame are not used before it.
bool Composed::odds_decide() {
    return policy_->needs() != Policy::Needs::level ||
           Endgame::reaches(odds_->inference(), kLimits.configurations);
}

Choice Composed::finish(const Endgame::Move& move) {
    chosen_ = move.cell;
    return {.cells = {&chosen_, 1}, .risk = move.risk, .win_probability = move.win_probability};
}

Choice Composed::next() {
    if (level_) {
        const std::span<const Cell> safe = level_->safe();
        if (!safe.empty()) return {.cells = safe};
    }
    if (odds_ && odds_decide()) {
        const std::span<const Cell> safe = odds_->safe_cells();
        if (!safe.empty()) return {.cells = safe};
        if (plays_endgame_) {
            if (const auto move = endgame_.solve(odds_->inference(), kLimits, poll_)) return finish(*move);
        }
    }
    const Guess guess = policy_->pick({*game_, level_.get(), odds_.get(), *random_});
    chosen_ = guess.cell;
    return {.cells = {&chosen_, 1}, .risk = guess.risk};
}

void Composed::set_poll(std::function<void()> poll) {
    if (level_) level_->set_poll(poll);
    if (odds_) odds_->set_poll(poll);
    poll_ = std::move(poll);
}

}  // namespace sapper

#include "strategy/players/remembering.hpp"

namespace sapper {

void Remembering::begin(const Game& game, Random random) {
    game_ = &game;
    random_ = random;
    follows_ = false;
    seen_.clear();
    for (const Mark mark : game.marks())
        seen_.push_back(static_cast<char16_t>(mark));
}

void Remembering::follow(const Game& game) {
    for (const Cell cell : game.changed())
        seen_[cell] = static_cast<char16_t>(game.marks()[cell]);
    if (follows_) player_->follow(game);
}

Choice Remembering::next() {
    auto found = answers_.find(seen_);
    if (found == answers_.end()) {
        if (!follows_) player_->begin(*game_, *random_);
        follows_ = true;
        const Choice choice = player_->next();
        const Answer answer{
            {choice.cells.begin(), choice.cells.end()}, choice.risk, choice.win_probability, choice.proven};
        found = answers_.emplace(seen_, answer).first;
    }
    const Answer& answer = found->second;
    return {.cells = answer.cells,
            .risk = answer.risk,
            .win_probability = answer.win_probability,
            .proven = answer.proven};
}

}  // namespace sapper

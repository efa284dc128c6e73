#include "strategy/players/bookends.hpp"

namespace sapper {

Bookends::Bookends(std::shared_ptr<Player> player, Cell first_cell)
    : player_(std::move(player)), first_cell_(first_cell) {}

void Bookends::begin(const Game& game, Random random) {
    game_ = &game;
    player_->begin(game, random);
}

void Bookends::follow(const Game& game) {
    game_ = &game;
    player_->follow(game);
}

Choice Bookends::next() {
    if (game_->is_fresh()) return first();
    return game_->safe_left() == 0 ? flags() : player_->next();
}

Choice Bookends::first() {
    const double density = static_cast<double>(game_->mines()) / static_cast<double>(game_->marks().size());
    const bool promised = game_->rules().first_click != FirstClick::any;
    Choice choice = {.cells = {&first_cell_, 1}, .risk = density, .proven = {.risk = density}};
    if (first_cell_ == kNoCell) choice = player_->next();
    if (promised) {
        choice.risk = 0;
        choice.proven = {};  // it was found as if mines could be here
    }
    return choice;
}

Choice Bookends::flags() {
    flags_.clear();
    const std::vector<Mark>& marks = game_->marks();
    for (Cell cell = 0; cell < marks.size(); ++cell) {
        if (is_hidden(marks[cell]) && marks[cell] != kFlag) flags_.push_back(cell);
    }
    return {.cells = {}, .flags = flags_};
}

}  // namespace sapper

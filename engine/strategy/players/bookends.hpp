// Adds the moves that need no thought to another player. A given first cell is opened first; without one
// (kNoCell) the other player begins. The first click is certain where the rules promise so. Where flags win
// and all safe cells are open, sets the missing flags.
#pragma once

#include <memory>
#include <vector>

#include "strategy/player.hpp"

namespace sapper {

class Bookends final : public Player {
  public:
    Bookends(std::shared_ptr<Player> player, Cell first_cell);

    void begin(const Game& game, Random random) override;
    void follow(const Game& game) override;
    void end(const Game& game) override { player_->end(game); }
    Choice next() override;
    PlayerBeliefs beliefs() override { return player_->beliefs(); }
    void set_poll(std::function<void()> poll) override { player_->set_poll(std::move(poll)); }

  private:
    Choice first();
    Choice flags();

    std::shared_ptr<Player> player_;
    Cell first_cell_;
    const Game* game_ = nullptr;
    std::vector<Cell> flags_;
};

}  // namespace sapper

// The first move and the last ones, which need no thought: a player with a first cell of its own, that sets
// the flags where flags win and all safe cells are open. In between another player plays; without a first
// cell (kNoCell) from the start.
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
    Choice next() override;
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

// Adds the first move and the last flags to another player. Opens the given first cell; if it is kNoCell, the
// other player chooses it. The first click counts as certain if the rules make it safe. Once all safe cells
// are open and only flags are missing for the win, sets them.
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

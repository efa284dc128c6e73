// The simplest strong player: opens what is certainly safe, else the cell of least mine probability, the
// first of equals. Follows a game through the cells that each action changed, so a move costs what it
// touches.
#pragma once

#include "inference/game_inference.hpp"
#include "strategy/player.hpp"

namespace sapper {

class LeastRisk final : public Player {
  public:
    LeastRisk(std::shared_ptr<const Topology> topology, std::uint32_t mines)
        : game_inference_(std::move(topology), mines) {}

    void begin(const Game& game, Random) override { game_inference_.begin(game); }
    void follow(const Game& game) override { game_inference_.follow(game); }
    Choice next() override;
    void set_poll(std::function<void()> poll) override { game_inference_.set_poll(std::move(poll)); }

  private:
    GameInference game_inference_;
    Cell chosen_ = kNoCell;
};

}  // namespace sapper

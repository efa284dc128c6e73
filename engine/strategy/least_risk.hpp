// The plainest strong player: opens what is certainly safe, else the cell of least mine probability (the
// first of equals). Follows a game through the cells that each action changed, so a move costs what it
// touches.
#pragma once

#include <memory>
#include <vector>

#include "inference/inference.hpp"
#include "strategy/player.hpp"

namespace sapper {

class LeastRisk final : public Player {
  public:
    LeastRisk(std::shared_ptr<const Topology> topology, std::uint32_t mines);

    void begin(const Game& game, Random random) override;
    void follow(const Game& game) override;
    Choice next() override;

  private:
    Position start_;
    Inference inference_;
    std::vector<Cell> opened_;
    std::vector<Mark> numbers_;
    Cell chosen_ = kNoCell;
};

}  // namespace sapper

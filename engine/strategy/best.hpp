#pragma once

#include <memory>
#include <vector>

#include "strategy/endgame.hpp"
#include "strategy/guess_score.hpp"
#include "strategy/player.hpp"

namespace sapper {

class Best final : public Player {
  public:
    Best(std::shared_ptr<const Topology> topology, std::uint32_t mines, const GuessOptions& options);

    void begin(const Game& game, Random random) override;
    void follow(const Game& game) override;
    Choice next() override;

    bool guessed_ = false;
    std::vector<std::vector<double>> features_;

  private:
    Position start_;
    Inference inference_;
    GuessScore score_;
    Endgame endgame_;
    EndgameLimits endgame_limits_;
    std::vector<Cell> opened_;
    std::vector<Mark> numbers_;
    Cell chosen_ = kNoCell;
};

}  // namespace sapper

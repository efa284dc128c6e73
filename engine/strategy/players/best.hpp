// Our own player. Opens what is certainly safe. Where few configurations are left, plays the rest of the game
// exactly; otherwise takes the guess of the highest score. Its effort sets how much it looks at. Budgets
// count work, never time, so the same game gets the same moves everywhere.
#pragma once

#include <memory>

#include "inference/game_inference.hpp"
#include "strategy/endgame/endgame.hpp"
#include "strategy/player.hpp"
#include "strategy/scoring/guess_score.hpp"

namespace sapper {

struct Effort {
    ScoreRules rules;
    EndgameLimits endgame;
};

class Best final : public Player {
  public:
    Best(std::shared_ptr<const Topology> topology, std::uint32_t mines, const Effort& effort);

    void begin(const Game& game, Random random) override;
    void follow(const Game& game) override;
    Choice next() override;
    void set_poll(std::function<void()> poll) override;

    // The guess in a position without safe cells, given its inference.
    Choice guess(Inference& inference);

  private:
    Effort effort_;
    GameInference game_inference_;
    GuessScore score_;
    Endgame endgame_;
    Cell chosen_ = kNoCell;
    std::function<void()> poll_;
};

}  // namespace sapper

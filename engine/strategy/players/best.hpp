// Our own player. Opens what is certainly safe; where few configurations are left, plays the rest of the game
// exactly; else takes the guess of the highest score. How hard it thinks is a matter of its effort; budgets
// count what is looked at, never time, so that the same game meets the same moves everywhere.
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

    // The guess in a position without safe cells, by whoever follows it.
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

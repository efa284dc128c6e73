// A strategy made of parts: an inference level that decides what is certain, a policy that picks the guess,
// and optionally an endgame that plays exactly once few configurations are left. The exact level needs no
// Level beside the odds, which know what is certain.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "strategy/endgame/endgame.hpp"
#include "strategy/player.hpp"
#include "strategy/policy.hpp"

namespace sapper {

class Composed final : public Player {
  public:
    // Takes the level, the odds, or both, as the policy needs. An endgame needs the odds.
    Composed(std::unique_ptr<Level> level, std::unique_ptr<Odds> odds, std::unique_ptr<Policy> policy,
             bool endgame);

    void begin(const Game& game, Random random) override;
    void follow(const Game& game) override;
    Choice next() override;
    void set_poll(std::function<void()> poll) override;

  private:
    Choice finish(const Endgame::Move& move);
    bool odds_decide();

    static constexpr EndgameLimits kLimits{};

    std::unique_ptr<Level> level_;
    std::unique_ptr<Odds> odds_;
    std::unique_ptr<Policy> policy_;
    bool plays_endgame_;
    Endgame endgame_;
    std::function<void()> poll_;
    const Game* game_ = nullptr;
    std::optional<Random> random_;
    Cell chosen_ = kNoCell;
};

}  // namespace sapper

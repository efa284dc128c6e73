// A strategy made of parts: an inference level that says what is certain, and a policy that picks the guess.
// The exact level needs no Level beside the odds: they know what is certain.
#pragma once

#include <memory>
#include <optional>

#include "strategy/player.hpp"
#include "strategy/policy.hpp"

namespace sapper {

class Composed final : public Player {
  public:
    // The level, the odds, or both, as the policy needs.
    Composed(std::unique_ptr<Level> level, std::unique_ptr<Odds> odds, std::unique_ptr<Policy> policy);

    void begin(const Game& game, Random random) override;
    void follow(const Game& game) override;
    Choice next() override;
    void heed(std::function<void()> poll) override;

  private:
    std::unique_ptr<Level> level_;
    std::unique_ptr<Odds> odds_;
    std::unique_ptr<Policy> policy_;
    const Game* game_ = nullptr;
    std::optional<Random> random_;
    Cell chosen_ = kNoCell;
};

}  // namespace sapper

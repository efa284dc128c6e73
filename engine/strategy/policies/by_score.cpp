// The policy of our own player: the guess of the highest score.
#include "strategy/policies/all.hpp"

namespace sapper {

namespace {

class ByScore final : public Policy {
  public:
    explicit ByScore(const ScoreRules& rules) : score_(rules) {}

    Needs needs() const override { return Needs::odds; }
    Guess pick(const Outlook& outlook) override { return score_.best(outlook.odds->inference()); }

  private:
    GuessScore score_;
};

}  // namespace

std::unique_ptr<Policy> by_score(const ScoreRules& rules) {
    return std::make_unique<ByScore>(rules);
}

}  // namespace sapper

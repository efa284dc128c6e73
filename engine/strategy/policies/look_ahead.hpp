// Maximises survival over the next guesses: the chance to survive this guess and those that follow, each made
// with the numbers before it in view. A safe cell found on the way counts as certain survival. With one guess
// ahead this is two-step safety.
#pragma once

#include <vector>

#include "strategy/policy.hpp"

namespace sapper {

class LookAhead final : public Policy {
  public:
    // The most guesses to look ahead.
    static constexpr std::uint32_t kMostDepth = 9;

    explicit LookAhead(std::uint32_t depth) : depth_(depth) {}

    Needs needs() const override { return Needs::odds; }
    Guess pick(const Outlook& outlook) override;

  private:
    struct Candidate {
        Cell cell;
        double risk;
    };

    std::vector<Candidate> candidates(const Outlook& outlook);
    double survival(const Outlook& outlook, const Candidate& candidate, std::uint32_t depth, double to_beat);
    double best_survival(const Outlook& outlook, std::uint32_t depth);

    std::uint32_t depth_;
    std::size_t positions_ = 0;  // positions examined for this pick
};

}  // namespace sapper

// Survival over the next guesses: the chance of being alive after this one and those that follow, each made
// in sight of the numbers before it. A safe cell found on the way counts as survival for sure. With one guess
// ahead this is two-step safety.
#pragma once

#include <vector>

#include "strategy/policy.hpp"

namespace sapper {

class LookAhead final : public Policy {
  public:
    // The most guesses that can be looked ahead.
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
    std::size_t positions_ = 0;  // looked at for this pick
};

}  // namespace sapper

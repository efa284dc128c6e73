// A policy with every idea that was tried: two-step safety over the numbers that a cell may show, risk
// forgiven for even chances that must be met sooner or later, even chances that nothing can resolve taken at
// once, a safer cell first where the guess would make it certain anyway, and closed pockets of a few cells
// left for last. Costs several times as much as `best`; docs/best.md says what it is worth.
#pragma once

#include <optional>
#include <vector>

#include "strategy/policies/even_chances.hpp"
#include "strategy/policy.hpp"
#include "strategy/scoring/candidates.hpp"
#include "strategy/scoring/prospect.hpp"

namespace sapper {

class FullScore final : public Policy {
  public:
    explicit FullScore(const Topology& topology) : even_(topology) {}

    Needs needs() const override { return Needs::odds; }
    Guess pick(const Outlook& outlook) override;

  private:
    std::optional<Guess> forced(Inference& inference) const;
    void leave_pockets(const Constraints& constraints);
    double forgiven(const Candidate& candidate) const;
    double value(Inference& inference, const Candidate& candidate, double log_total);
    Guess undominated(Inference& inference, const Candidate& chosen, double log_total) const;

    EvenChances even_;
    CandidateFinder find_candidates_;
    ProspectFinder find_prospect_;
    std::vector<Candidate> candidates_;
    std::vector<Cell> pocket_;
};

}  // namespace sapper

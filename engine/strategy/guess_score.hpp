// The value of a guess: for every number the cell could show, how likely that is and how safe the next guess
// would then be. Looks one guess ahead through exact inference, prunes what cannot become the best, and takes
// the candidate of the highest score.
#pragma once

#include "strategy/candidates.hpp"
#include "strategy/prospect.hpp"

namespace sapper {

struct ScoreRules {
    CandidateRules candidates;
    double second = 0.5;      // weight of the second safest cell against the safest
    double certain = 0.005;   // what each cell that becomes certain adds
    double frontier = 0.002;  // what each cell by which the frontier grows takes away
    double unlikely = 0.01;   // numbers that together come up less often are taken to be like the others
};

class GuessScore {
  public:
    explicit GuessScore(const ScoreRules& rules) : rules_(rules) {}

    // The best guess in a position without safe cells.
    Guess best(Inference& inference);
    // The score of one hidden cell in such a position.
    double score(Inference& inference, Cell cell);

  private:
    double value(Inference& inference, const Candidate& candidate, double log_total, double beat);
    double value_after(Inference& inference, double frontier_before);
    double most_of_prospect() const;

    ScoreRules rules_;
    CandidateFinder find_candidates_;
    ProspectFinder find_prospect_;
};

}  // namespace sapper

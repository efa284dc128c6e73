// The value of a guess: for every number the cell could show, how likely that is and how safe the next guess
// would then be. Looks one guess ahead through exact inference, prunes what cannot become the best, and takes
// the candidate of the highest score. Among those whose score is close to it, what was learnt from rollouts
// decides.
#pragma once

#include "strategy/scoring/candidates.hpp"
#include "strategy/scoring/guess_net.hpp"
#include "strategy/scoring/prospect.hpp"

namespace sapper {

struct ScoreRules {
    CandidateRules candidates;
    double second = 0.5;      // weight of the second safest cell against the safest
    double certain = 0.005;   // what each cell that becomes certain adds
    double frontier = 0.002;  // what each cell by which the frontier grows takes away
    double unlikely = 0.01;   // numbers that together come up less often are taken to be like the others
    double close = 0.02;  // scores that differ by no more are for the network to judge; 0: by the score alone
};

class GuessScore {
  public:
    explicit GuessScore(const ScoreRules& rules) : rules_(rules) {}

    // The best guess in a position without safe cells.
    Guess best(Inference& inference);
    // What a guess at a hidden cell may bring in such a position.
    GuessLook look(Inference& inference, Cell cell);

  private:
    struct Looked {
        Guess guess;
        GuessLook look;
    };

    GuessLook look_into(Inference& inference, const Candidate& candidate, double log_total, double beat);
    void add(GuessLook& look, Inference& inference, double frontier_before, double chance);
    double score_of(const GuessLook& look) const;
    double most_of_prospect() const;
    Guess most_worth(Inference& inference, double near);

    ScoreRules rules_;
    CandidateFinder find_candidates_;
    ProspectFinder find_prospect_;
    std::vector<Looked> looked_;
};

}  // namespace sapper

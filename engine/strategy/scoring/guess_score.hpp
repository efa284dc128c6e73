// Scores guesses by looking one guess ahead with exact inference: for every number that the cell could show,
// how likely it is and how safe the next guess would be. Prunes candidates that cannot become the best, and
// takes the highest score. Among close scores the network decides.
#pragma once

#include "strategy/scoring/candidates.hpp"
#include "strategy/scoring/guess_net.hpp"

namespace sapper {

struct ScoreRules {
    CandidateRules candidates;
    double second = 0.5;      // weight of the second safest cell against the safest
    double certain = 0.005;   // bonus for each cell that becomes certain
    double frontier = 0.002;  // cost of each cell by which the frontier grows
    double unlikely = 0.01;   // numbers that together have a smaller share are skipped
    double close = 0.02;      // the network decides between scores this close; 0: score alone
};

class GuessScore {
  public:
    explicit GuessScore(const ScoreRules& rules) : rules_(rules) {}

    // The best guess in a position without safe cells.
    Guess best(Inference& inference);
    // The candidates for a guess in such a position, and how they are rated.
    struct Rated {
        Guess guess;
        double score;
        double worth;  // by the network; 0 where it cannot judge
    };
    std::vector<Rated> rate(Inference& inference);
    // The candidates for a guess in such a position, the best first: those of nearly the highest score by the
    // judgement of the network, then the others by score. Only the safest cell if there are none.
    std::vector<Guess> rank(Inference& inference);
    // What a guess at a hidden cell may bring in such a position.
    GuessLook look(Inference& inference, Cell cell);

  private:
    struct Looked {
        Guess guess;
        GuessLook look;
    };

    GuessLook look_into(Inference& inference, const Candidate& candidate, double log_total, double beat);
    void add(GuessLook& look, Inference& inference, double frontier_before, double chance);
    double near(const Inference& inference) const;
    double score_of(const GuessLook& look) const;
    double most_of_prospect() const;
    Guess most_worth(Inference& inference, double near);

    ScoreRules rules_;
    CandidateFinder find_candidates_;
    std::vector<Looked> looked_;
};

}  // namespace sapper

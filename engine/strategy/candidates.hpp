// The cells worth thinking about before a guess: those that can tell something and are nearly as safe as any.
// Of the sea, whose cells are equally safe and very many, only those near a number or with few neighbours.
#pragma once

#include <vector>

#include "inference/inference.hpp"

namespace sapper {

struct Candidate {
    Cell cell;
    double risk;
    double worth;  // the most that a guess here can be worth: its safety, rounded for comparing
};

struct CandidateRules {
    double frontier_band = 0.9;  // of the safety of the safest
    double sea_band = 0.95;      // the same for cells of the sea
};

class CandidateFinder {
  public:
    // In a position without safe cells: by descending worth, equals by cell. Dead cells only if all are dead.
    const std::vector<Candidate>& operator()(Inference& inference, const CandidateRules& rules);

  private:
    void add_frontier(Inference& inference);
    void add_sea(Inference& inference);

    std::vector<Candidate> candidates_;
};

}  // namespace sapper

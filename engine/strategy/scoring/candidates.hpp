// The cells worth thinking about before a guess: those that can tell something and are nearly as safe as any,
// the most promising of them. Of the sea, whose cells are equally safe and very many, only those near a
// number or with few neighbours. What a cell promises is told without counting anything: its safety, less the
// more hidden cells it brings to the frontier.
#pragma once

#include <vector>

#include "inference/inference.hpp"
#include "util/cell_list.hpp"

namespace sapper {

struct Candidate {
    Cell cell;
    double risk;
    double worth;        // the most that a guess here can be worth: its safety, rounded for comparing
    double promise = 0;  // what is expected of it before it is looked into, for comparing
};

struct CandidateRules {
    double frontier_band = 0.9;   // of the safety of the safest
    double sea_band = 0.95;       // the same for cells of the sea
    std::size_t most = SIZE_MAX;  // at least one
    // What the cell and its hidden neighbours in the sea cost of its promise, each, times the risk of the
    // sea: where mines are few, much opens. The same for its neighbours in the frontier.
    double at_sea = 0.12;
    double in_frontier = 0.06;
};

class CandidateFinder {
  public:
    // In a position without safe cells: by descending worth, equals by promise, then by cell. Dead cells only
    // if all are dead.
    const std::vector<Candidate>& operator()(Inference& inference, const CandidateRules& rules);

  private:
    void add_frontier(Inference& inference);
    void add_sea(Inference& inference);
    bool keep_nearly_safest(const Constraints& constraints, double band);
    void keep_promising(Inference& inference, const CandidateRules& rules, bool dead_too);

    std::vector<Candidate> candidates_;
    std::vector<Candidate> kept_;
    CellList sea_;                    // cells of it that are candidates
    std::vector<std::uint8_t> near_;  // per cell: whether it touches the frontier
};

}  // namespace sapper

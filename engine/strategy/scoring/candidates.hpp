// Finds the candidates for a guess: the most promising of the living cells that are nearly as safe as the
// safest. The sea has very many equally safe cells, so the search considers only those near the frontier or
// with few neighbours. The promise of a cell needs no counting: it is its safety, less a cost for the hidden
// cells that it adds to the frontier.
#pragma once

#include <vector>

#include "board/cell_list.hpp"
#include "inference/constraints.hpp"
#include "inference/inference.hpp"

namespace sapper {

// Whether the cell is dead: in every configuration in which it is safe, it shows the same number, so it can
// wait until the end of the game. The test looks only at the numbers around the cell. Cells that it calls
// dead are dead. It misses the few dead cells that depend on several components or on the mine count.
bool is_dead(const Constraints& constraints, Cell cell);

struct Candidate {
    Cell cell;
    double risk;
    double worth;        // the most that a guess here can be worth: its safety, rounded for comparison
    double promise = 0;  // its expected worth before a look ahead, for comparison
};

struct CandidateRules {
    double frontier_band = 0.9;   // a share of the safety of the safest cell
    double sea_band = 0.95;       // the band for cells of the sea
    std::size_t most = SIZE_MAX;  // at least one
    // The loss of promise for each sea cell among the cell and its neighbours, times the risk of the sea,
    // because with fewer mines a guess opens more. `in_frontier` is the loss for each neighbour in the
    // frontier.
    double at_sea = 0.12;
    double in_frontier = 0.06;
};

class CandidateFinder {
  public:
    // The position must have no safe cells. Orders candidates by descending worth, then by promise, then by
    // cell. Includes dead cells only if all cells are dead.
    const std::vector<Candidate>& operator()(Inference& inference, const CandidateRules& rules);

  private:
    void add_frontier(Inference& inference);
    void add_sea(Inference& inference);
    bool keep_nearly_safest(const Constraints& constraints, double band);
    void keep_promising(Inference& inference, const CandidateRules& rules, bool dead_too);

    std::vector<Candidate> candidates_;
    std::vector<Candidate> promising_;
    CellList sea_;                    // sea cells that are candidates
    std::vector<std::uint8_t> near_;  // per cell: whether it touches the frontier
};

}  // namespace sapper

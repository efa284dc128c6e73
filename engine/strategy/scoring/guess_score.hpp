// The worth of a guess, by a look one guess ahead.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "board/cell_list.hpp"
#include "inference/constraints.hpp"
#include "inference/inference.hpp"
#include "strategy/scoring/guess_net.hpp"

namespace sapper {

// Finds the candidates for a guess: the most promising of the living cells that are nearly as safe as the
// safest. The sea has very many equally safe cells, so the search considers only those near the frontier or
// with few neighbours. The promise of a cell needs no counting: it is its safety, less a cost for the hidden
// cells that it adds to the frontier.

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
    std::vector<Candidate> best_;
    CellList sea_;                    // sea cells that are candidates
    std::vector<std::uint8_t> near_;  // per cell: whether it touches the frontier
};

// The least and the most that a hidden cell could show, by its undecided neighbours.
inline std::pair<Mark, Mark> number_range(const Constraints& constraints, Cell cell) {
    Mark least = 0;
    Mark most = 0;
    for (Cell other : constraints.topology().neighbours(cell)) {
        least = static_cast<Mark>(least + constraints.known_mine(other));
        most = static_cast<Mark>(most + constraints.undecided(other));
    }
    return {least, static_cast<Mark>(least + most)};
}

// Calls visit(chance) in the position after the cell shows the number, if that is possible. `chance` is its
// probability. `log_total` is log_configurations() before it.
template <typename Visit>
void after_number(Inference& inference, double log_total, Cell cell, Mark number, Visit visit) {
    inference.push();
    inference.reveal(cell, number);
    if (inference.possible()) visit(std::exp(inference.log_configurations() - log_total));
    inference.pop();
}

// Calls visit(number, chance) for every number that the cell can show, in the position after it, until visit
// returns false.
template <typename Visit>
void for_each_outcome(Inference& inference, double log_total, Cell cell, Visit visit) {
    const auto [least, most] = number_range(inference.constraints(), cell);
    bool go_on = true;
    for (Mark number = least; go_on && number <= most; ++number)
        after_number(inference, log_total, cell, number,
                     [&](double chance) { go_on = visit(number, chance); });
}

// Whether the cell and all its neighbours lie in the sea. Such cells differ only by their degree.
inline bool in_open_sea(const Constraints& constraints, Cell cell) {
    if (!constraints.at_sea(cell)) return false;
    for (Cell other : constraints.topology().neighbours(cell)) {
        if (!constraints.at_sea(other)) return false;
    }
    return true;
}

// The prospect of a position for the next guess: the safety of the safest and of the second safest living
// cell, 1 for certain cells.
struct Prospect {
    double safest = 0;
    double second = 0;
    std::uint32_t certain = 0;  // living cells known to be safe, up to kMostCertain
};

inline constexpr std::uint32_t kMostCertain = 5;

// The position must be possible. Costs the marginals of the frontier, unless the trivial rules know enough.
Prospect prospect_of(Inference& inference);

struct ScoreRules {
    CandidateRules candidates;
    double second = 0.5;      // weight of the second safest cell against the safest
    double certain = 0.005;   // bonus for each cell that becomes certain
    double frontier = 0.002;  // cost of each cell by which the frontier grows
    double unlikely = 0.01;   // skips numbers that together have a smaller share
    double close = 0.02;      // the network decides between scores this close; 0: score alone
};

// Scores guesses by a look one guess ahead with exact inference: for every number that the cell could show,
// its probability and the safety of the next guess. Prunes candidates that cannot become the best, and takes
// the highest score. Among close scores the network decides.
class GuessScore {
  public:
    explicit GuessScore(const ScoreRules& rules) : rules_(rules) {}

    // The best guess in a position without safe cells.
    CellRisk best(Inference& inference);
    // The candidates for a guess in such a position, with their score and worth.
    struct Rating {
        CellRisk guess;
        double score;
        double worth;  // by the network; 0 where it cannot judge
    };
    std::vector<Rating> rate(Inference& inference);
    // The candidates for a guess in such a position, the best first: those of nearly the highest score by the
    // judgement of the network, then the others by score. Only the safest cell if there are none.
    std::vector<CellRisk> rank(Inference& inference);
    // The results of a look one guess ahead, for a hidden cell in such a position.
    GuessLook look(Inference& inference, Cell cell);

  private:
    struct GuessAndLook {
        CellRisk guess;
        GuessLook look;
    };

    GuessLook look_into(Inference& inference, const Candidate& candidate, double log_total, double beat);
    void add(GuessLook& look, Inference& inference, double frontier_before, double chance);
    double near(const Inference& inference) const;
    double score_of(const GuessLook& look) const;
    double most_of_prospect() const;
    CellRisk most_worth(Inference& inference, double near);

    ScoreRules rules_;
    CandidateFinder find_candidates_;
    std::vector<GuessAndLook> looks_;
};

}  // namespace sapper

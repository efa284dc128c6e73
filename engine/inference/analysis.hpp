// The exact analysis of a position: for every hidden cell its mine probability, which cells are certain, and
// how many configurations there are. Probabilities are within 1e-9 (relative) of the exact fraction. Logic
// decides what is certain, never rounding. Throws Contradiction if no configuration fits the position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "board/position.hpp"
#include "inference/inference.hpp"
#include "util/decimals.hpp"
#include "util/limits.hpp"

namespace sapper {

struct Analysis {
    // The factors of the number of configurations: the ways of each component for each count of mines, and
    // the sea, which takes the remaining mines.
    struct Factors {
        std::vector<std::shared_ptr<const Sweep>> sweeps;
        std::uint64_t sea = 0;
        std::int64_t mines = 0;  // shared by the sweeps and the sea
    };

    std::vector<double> mine_probability;  // NaN where revealed
    std::vector<double> error;             // of each probability of an estimate; empty if exact
    std::vector<Verdict> verdicts;
    double log_configurations = 0;  // natural logarithm
    double log_configurations_error = 0;
    bool exact = true;
    Factors factors;

    // The first cell that is certainly safe, else the first of least mine probability. kNoCell if no cell can
    // be safe.
    CellRisk safest;
};

// With `trust_flags`, flags count as mines. Otherwise a flag is a hidden cell like any other.
Analysis analyse(const Position& position, bool trust_flags, const Limits& limits);

// Returns with_flags_as_mines(). If the mine count is known, first checks by analyse() that some minefield
// fits the flags, because its error names the cells in conflict. A position that is too entangled to analyse
// passes.
Position with_trusted_flags(const Position& position, bool mine_count, const Limits& limits);

// The chance that an action opens a mine, given what a position shows. Flags count only for what a chord
// opens. `first_is_safe`: the rules keep the first click of a game safe. Throws Contradiction,
// BudgetExceeded, and whatever the limits' poll throws.
double action_risk(const Position& position, Action action, bool first_is_safe, const Limits& limits);

// The chance that a chord opens a mine, for a position that was analysed. A chord is safe exactly when all
// flags around its cell are right.
double chord_risk(const Position& position, Cell cell, std::span<const double> mine_probability,
                  double log_configurations, const Limits& limits);

// For positions whose mine count is a guess, such as those from plain text. Returns the mine count nearest to
// the position's own with which some minefield fits, and of two equally near the lower one. If none fits,
// returns the position's own. Takes one analysis for each count that it tries. Throws BudgetExceeded.
std::uint32_t nearest_mine_count(Position position, const Limits& limits);

struct ComponentAnatomy {
    std::vector<Cell> numbers;             // the numbers of the component, ascending
    std::vector<std::vector<Cell>> sweep;  // the cells of each group, in the order of the sweep
};

struct Anatomy {
    std::vector<Cell> safe;   // hidden cells that the trivial rules decide, ascending
    std::vector<Cell> mines;  // hidden cells that the trivial rules decide, and trusted flags
    std::vector<ComponentAnatomy> components;  // by their first cell
    std::size_t sea = 0;                       // hidden cells that touch no number and are not decided
};

// Shows people how the solver sees a position: the components of the frontier, and the order in which it
// sweeps the groups of each. It counts nothing, so it is quick even for positions that are slow to count. It
// does not check whether any configuration fits. If the trivial rules already find a contradiction, there are
// no components.
Anatomy anatomy(const Position& position, bool trust_flags);

// The exact number of configurations, of some thousand digits. Counts the placements of each component modulo
// enough primes to determine them (Chinese remainder theorem). Multiplies the components as polynomials in
// the number of mines, and gives the sea the remaining mines. Needs an exact analysis. Serves the page and
// the protocol. Python multiplies with its own whole numbers, because on a million cells that takes half the
// time (configurations_of() in sapper/inference/components.py).
Natural count_configurations(const Analysis& analysis, const Limits& limits);

// Analyses many positions of one topology on several threads. Each result depends only on its position, so it
// is the same for any number of threads. A contradictory position is marked and does not stop the others.

// The results of position i are at index i. Those of its cells are at i * size() + cell.
struct BatchAnalysis {
    std::vector<double> error;  // of each mine probability; NaN where that is; empty if all are exact
    std::vector<double> log_configurations;
    std::vector<double> log_configurations_error;
    std::vector<Cell> safest;  // kNoCell if no cell can be safe
    std::vector<double> safest_risk;
    std::vector<std::uint8_t> possible;
    std::vector<std::uint8_t> exact;
};

// Memory for the results of all cells. The caller gives it, because fresh memory costs about as much as the
// analysis of usual positions, and NumPy gets large arrays for less. No value there needs a meaning before.
struct BatchCells {
    std::span<double> mine_probability;  // NaN where revealed, and everywhere in a contradictory position
    std::span<Verdict> verdicts;         // all `revealed` in a contradictory position
};

// `marks` holds the positions one after another, `mines` one number for each. A prior is one for all, in
// place of these numbers. Throws PositionError for a malformed position, BudgetExceeded, and whatever the
// limits' poll throws. Every thread polls.
BatchAnalysis analyse_batch(const std::shared_ptr<const Topology>& topology, std::span<const Mark> marks,
                            std::span<const std::uint32_t> mines,
                            const std::shared_ptr<const MinePrior>& prior, bool trust_flags,
                            const BatchCells& cells, unsigned threads, const Limits& limits);

// How likely each number of mines is, where the number is not known: what was believed before, and how many
// configurations of the position have that number. Accurate to about 1e-9 (relative). Python has the same as
// exact fractions (likelihoods() in sapper/inference/components.py).

struct MineCountChance {
    std::uint32_t mines;
    double chance;
};

// For every number that fits, ascending. `analysis` is that of the position, which has chances, and is exact.
// Costs one coupling for each number. Throws whatever the limits' poll throws.
std::vector<MineCountChance> mine_count_chances(const Position& position, const Analysis& analysis,
                                                const Limits& limits);

}  // namespace sapper

// What our own player advises in a position, at its usual effort, and the figures behind it. Functions throw
// std::domain_error for a position that no configuration fits, BudgetExceeded, and what the limits' poll
// throws.
#pragma once

#include <optional>
#include <vector>

#include "inference/inference.hpp"
#include "strategy/scoring/guess_figures.hpp"
#include "strategy/scoring/guess_net.hpp"

namespace sapper {

// The guess in a position without safe cells. Nothing where looking ahead would take too long.
std::optional<Cell> best_guess(const Position& position, const Limits& limits);

// The figures of a guess in a position without safe cells. Nothing where looking ahead would take too long.
// Throws std::invalid_argument for a cell that is not hidden.
std::optional<GuessFigures> figures_of(const Position& position, Cell cell, const Limits& limits);

struct Weighing {
    // The candidates for a guess, by descending safety. Empty where some cell is certainly safe.
    std::vector<Cell> considered;
    // The uncertain cells that are dead, ascending.
    std::vector<Cell> dead;
};
// Does not check whether any configuration fits: one must.
Weighing weigh(const Position& position, bool trust_flags, const Limits& limits);

// The proven chance to win with best play. Nothing where too many configurations are left to play out.
std::optional<double> win_probability(Inference& inference);

// What the guess network is given for a guess in a position without safe cells.
GuessNet::Input guess_input(const Position& position, Cell cell);

}  // namespace sapper

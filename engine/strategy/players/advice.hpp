// What our own player advises in a position, at its usual effort, and the figures behind it. Functions throw
// std::domain_error for a position that no configuration fits, BudgetExceeded, and what the limits' poll
// throws.
#pragma once

#include <optional>
#include <vector>

#include "board/game.hpp"
#include "inference/inference.hpp"
#include "strategy/scoring/guess_figures.hpp"
#include "strategy/scoring/guess_net.hpp"

namespace sapper {

struct RankedGuess {
    Cell cell;
    double risk;
    std::optional<GuessFigures> figures;
};

// The uncertain cells of a position without safe cells, at most `most`, in the order in which our player
// prefers them. First comes the cell that it opens. Where it plays an endgame, the other cells of that
// endgame follow, by the value that it compares. Then come the candidates for a guess: those of nearly the
// highest score as the network judges them, and the others by score. All other cells follow, the safest
// first. If nothing is open, the first cell of a game comes first. Where looking ahead takes too long, only
// the first cell is compared, and no figures are known.
std::vector<RankedGuess> rank_guesses(const Position& position, FirstClick first_click, std::size_t most,
                                      const Limits& limits);

// The figures of a guess in a position without safe cells. Nothing where looking ahead would take too long.
// Throws std::invalid_argument for a cell that is not hidden.
std::optional<GuessFigures> figures_of(const Position& position, Cell cell, const Limits& limits);

// The uncertain cells that are dead, ascending. Does not check whether any configuration fits: one must.
std::vector<Cell> dead_cells(const Position& position, bool trust_flags, const Limits& limits);

// The proven chance to win with best play in a position with these verdicts. Nothing where they are
// estimates, or too many cells or configurations are left to play out.
std::optional<double> win_probability(const Position& position, bool trust_flags,
                                      std::span<const Verdict> verdicts, bool exact);

// What the guess network is given for a guess in a position without safe cells.
GuessNet::Input guess_input(const Position& position, Cell cell);

}  // namespace sapper

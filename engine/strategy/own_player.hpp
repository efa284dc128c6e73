// The guess that our own player advises in a position, at its usual effort, and the figures behind it.
// Functions throw std::domain_error if no configuration fits the position, BudgetExceeded, and whatever the
// limits' poll throws.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "board/position.hpp"
#include "inference/inference.hpp"
#include "strategy/scoring/guess_net.hpp"
#include "util/limits.hpp"

namespace sapper {

// Figures that show people why one guess is better than another. They come from a look one guess ahead, at
// every number that the cell could show, and if few configurations are left, from a look ahead to the end of
// the game.
struct GuessFigures {
    double risk = 0;
    // The number of different numbers that the cell can show if it is safe. If it is 1, to open the cell
    // tells nothing.
    std::uint32_t numbers = 0;
    // The chance that the cell is safe, and that after it the game is won or another hidden cell is certainly
    // safe.
    double progress = 0;
    // The chance that both the cell and the safest cell after it are safe.
    double survival = 0;
    // Whether its component is closed: no number outside can tell more about it.
    bool closed = false;
    // The score that our own player uses: the safety of the two safest cells after it, plus a bonus for cells
    // that become certain, minus a cost for a growing frontier.
    double score = 0;
    // The judgement of the network, in wins per game up to a constant. Our own player uses it among guesses
    // of nearly the same score. Nothing on boards for which the network was not trained.
    std::optional<double> worth;
    // The chance to win with perfect play after it, if the whole game can be searched.
    std::optional<double> win_probability;
    // The chance to win of a player who then always opens the safest cell, or the better of the two safest,
    // if our own player uses that measure.
    std::optional<double> safest_play;
};

struct RankedGuess {
    Cell cell;
    double risk;
    std::optional<GuessFigures> figures;
};

// The uncertain cells of a position without safe cells, at most `most`, in the order in which our player
// prefers them. First comes the cell that it opens. If that is a move of an endgame, the other cells of the
// endgame follow, by the value by which it compares them. Then come the candidates for a guess: those of
// nearly the highest score by the judgement of the network, then the others by score. All other cells follow,
// the safest first. If nothing is open, the player's first cell of a game comes first. If to look ahead takes
// too long, there are no figures, and all cells after the first follow by risk.
std::vector<RankedGuess> rank_guesses(const Position& position, FirstClick first_click, std::size_t most,
                                      const Limits& limits);

// The figures of a guess in a position without safe cells. Nothing if to look ahead would take too long.
// Throws std::invalid_argument for a cell that is not hidden.
std::optional<GuessFigures> figures_of(const Position& position, Cell cell, const Limits& limits);

// The uncertain cells that are dead, ascending. Some configuration must fit the position.
std::vector<Cell> dead_cells(const Position& position, bool trust_flags, const Limits& limits);

// The exact chance to win with perfect play in a position with these verdicts. `first_click` counts if no
// cell is open. Nothing if the verdicts are estimates, or if too many cells or configurations are left.
std::optional<double> win_probability(const Position& position, FirstClick first_click, bool trust_flags,
                                      std::span<const Verdict> verdicts, bool exact);

// The input of the guess network for a guess in a position without safe cells.
GuessNet::Input guess_input(const Position& position, Cell cell);

// What may follow when a hidden cell is opened: an analysis of the position after every number that the cell
// could show. Throws Contradiction if no configuration fits the position, BudgetExceeded, and whatever
// the limits' poll throws.
struct Aftermath {
    double risk;                  // of a mine
    double log_configurations;    // natural logarithm, before the cell is opened
    std::vector<double> numbers;  // the chance that the cell is safe and shows 0, 1, ...
    double progress =
        0;  // the chance that the cell is safe, and that then another is certainly safe or the game is won
    double next_safety = 0;  // the chance to survive the cell and then the safest one
    bool proven = true;      // whether the game is certainly won if the cell is safe
};

Aftermath aftermath_of(const Position& position, Cell cell, bool trust_flags, const Limits& limits);

// The chance that each of these cells is safe and shows a zero. NaN for open cells. Cells far from every
// number differ only in their degree, so it analyses one cell of each degree.
std::vector<double> zero_chances(const Position& position, std::span<const Cell> cells, bool trust_flags,
                                 const Limits& limits);

}  // namespace sapper

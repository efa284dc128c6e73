// The guess of a hint, and its reason in figures that people can follow. Every position without safe cells
// has a guess, unless all hidden cells are mines. Functions throw std::domain_error if no configuration fits
// the position, BudgetExceeded, and whatever the limits' poll throws.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "board/game.hpp"
#include "board/topology.hpp"
#include "deduction/phrase.hpp"
#include "inference/analysis.hpp"
#include "strategy/own_player.hpp"
#include "util/limits.hpp"

namespace sapper {

// Compares moves by the chance to win when the player "fast" plays on. All moves play the same minefields.
// After every round the worse half leaves (sequential halving), and the others play as many games again. The
// last two play until the error of their difference is small enough, or 4,096 games. If at most 400
// minefields fit, the moves play all of them, and the chances are exact.

// By default, the last two moves play until their difference has this standard error.
inline constexpr double kErrorOfTwo = 0.003;

struct MoveComparison {
    std::size_t move;        // its index in `moves`
    double win_probability;  // the win probability of the best move, less `behind`
    double error;
    // The lead of the best move in the same games, and its standard error.
    double behind;
    double behind_error;
    std::uint64_t games;  // 0 if it is exact
};

// `moves` has the hidden cells that each move opens: one for a guess, more for a chord. Returns the moves,
// the best first. The move with the index `against` stays to the end, so it is one of the last two. Pass
// moves.size() for none. The seed decides the minefields and nothing if the chances are exact. Throws what
// the constructor of Evaluation throws.
std::vector<MoveComparison> compare_moves(const Position& position, std::span<const std::vector<Cell>> moves,
                                          FirstClick first_click, double error, std::size_t against,
                                          std::uint64_t seed, const Limits& limits);

struct AdvisedGuess {
    Cell cell;
    double risk;  // NaN if unknown
    Cell safest;  // the first cell of least risk
    double safest_risk;
    bool exact;  // whether the risks are exact
    // Nothing if they take too long to compute.
    std::optional<GuessFigures> figures;
    std::optional<GuessFigures> safest_figures;
    // The reason why the guess is better than the safest cell. Nothing if it is the safest cell, if it is no
    // better, or if no figure supports it.
    std::optional<Phrase> reason;
    std::optional<MoveComparison> comparison = {};  // its chance to win, with by_win
    // Whether no cell is open yet. Then there are no figures, and the risk is 0 if the rules make the first
    // cell safe.
    bool is_first = false;
};

// A guess of somebody else, with a reason if they gave one.
struct OtherGuess {
    Cell cell;
    std::optional<std::string> reason;
};

// The number of guesses to compare by the chance to win.
inline constexpr std::size_t kComparedGuesses = 8;

// The analysis of a position. Nothing if not even an estimate is possible.
std::optional<Analysis> estimated_at_least(const Position& position, const Limits& limits);

// The guesses that our own player prefers, the best first: from rank_guesses(), or by risk if the analysis is
// an estimate. `analysis` must be that of the position.
std::vector<RankedGuess> guesses_by_preference(const Position& position, const Analysis& analysis,
                                               FirstClick first_click, std::size_t most,
                                               const Limits& limits);

// Compares the first few of the preferred guesses by the chance to win, and also the cell `also`, unless it
// is kNoCell. Returns the best first.
struct GuessByWin {
    Cell cell;
    MoveComparison comparison;
};
std::vector<GuessByWin> guesses_by_win(const Position& position, std::span<const RankedGuess> ranking,
                                       FirstClick first_click, Cell also, std::uint64_t seed,
                                       const Limits& limits);

// The guess that our own player prefers. With `by_win`, the one that wins most often among its first few
// guesses and the safest cell. `first_click` matters on a fresh board. Without a game it is nothing: then the
// guess is that of the usual rules, but its risk is not 0.
AdvisedGuess advised_guess(const Position& position, const Analysis& analysis,
                           std::optional<FirstClick> first_click, bool by_win, std::uint64_t seed,
                           const Limits& limits);
// A guess of somebody else, with its figures and a reason.
AdvisedGuess advised_guess(const Position& position, const Analysis& analysis,
                           std::optional<FirstClick> first_click, OtherGuess other, const Limits& limits);

// A guess in a position for which no estimate is possible, by what single numbers and pairs of numbers say.
AdvisedGuess guess_without_count(const Position& position);

// The sentences that state a guess, its risk and its reason.
Phrase advice_on(const AdvisedGuess& guess, const Topology& topology);

// A clause that says why the guess, called "it", is better than the safest cell. Nothing if it is no better,
// or if no figure shows it.
std::optional<Phrase> reason_for(const GuessFigures& figures, const GuessFigures& safest,
                                 const Topology& topology, Cell safest_cell);

// The end of a sentence about the safest cell: what the figures say for it and against a guess that no figure
// supports. Nothing if no figure speaks for that cell.
std::optional<Phrase> reason_against(const GuessFigures& figures, const GuessFigures& safest);

}  // namespace sapper

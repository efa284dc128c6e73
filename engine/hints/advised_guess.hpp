// The guess of a hint, and its reason in figures that people can follow. Every position without safe cells
// has a guess, unless all hidden cells are mines. Functions throw std::domain_error if no configuration fits
// the position, BudgetExceeded, and whatever the limits' poll throws.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "board/topology.hpp"
#include "deduction/phrase.hpp"
#include "hints/compared_moves.hpp"
#include "inference/analysis.hpp"
#include "strategy/own_player.hpp"

namespace sapper {

struct AdvisedGuess {
    Cell cell;
    double risk;  // NaN where it is not known
    Cell safest;  // the first cell of least risk
    double safest_risk;
    bool exact;  // whether the risks are exact
    // Nothing if they take too long to compute.
    std::optional<GuessFigures> figures;
    std::optional<GuessFigures> safest_figures;
    // Why it is better than the safest cell. Nothing if it is the safest cell, if it is no better, or if no
    // figure supports it.
    std::optional<Phrase> reason;
    std::optional<ComparedMove> compared = {};  // its chance to win, if guesses were compared by it
    // Nothing is open yet. Then there are no figures, and the risk is 0 if the rules make the first cell
    // safe.
    bool is_first = false;
};

// A cell that somebody else picked, with a reason if they gave one.
struct PickedGuess {
    Cell cell;
    std::optional<std::string> reason;
};

// How many guesses are compared by the chance to win.
inline constexpr std::size_t kComparedGuesses = 8;

// Analyses the position. Nothing if it cannot even be estimated.
std::optional<Analysis> estimated_at_least(const Position& position, const Limits& limits);

// The guesses that our own player prefers, the best first: from rank_guesses(), or by risk if the position is
// only estimated. `analysis` must be that of the position.
std::vector<RankedGuess> preferred_guesses(const Position& position, const Analysis& analysis,
                                           FirstClick first_click, std::size_t most, const Limits& limits);

// Compares the first few of the preferred guesses by the chance to win, and also the cell `also`, unless it
// is kNoCell. Returns the best first.
struct GuessByWin {
    Cell cell;
    ComparedMove compared;
};
std::vector<GuessByWin> guesses_by_win(const Position& position, std::span<const RankedGuess> preferred,
                                       FirstClick first_click, Cell also, const Limits& limits);

// The guess that our own player prefers. With `by_win`, the one that wins most often among its first few
// guesses and the safest cell. `first_click` matters on a fresh board. Without a game it is nothing: then the
// guess is that of the usual rules, but not safe.
AdvisedGuess advised_guess(const Position& position, const Analysis& analysis,
                           std::optional<FirstClick> first_click, bool by_win, const Limits& limits);
// The same for a cell that somebody else picked.
AdvisedGuess advised_guess(const Position& position, const Analysis& analysis,
                           std::optional<FirstClick> first_click, PickedGuess picked, const Limits& limits);

// A guess in a position that cannot even be estimated. It uses what single numbers and pairs of numbers say.
AdvisedGuess uncounted_guess(const Position& position);

// The sentences that state a guess, its risk and its reason.
Phrase advice_on(const AdvisedGuess& guess, const Topology& topology);

// A clause that says why the guess, called "it", is better than the safest cell. Nothing if it is not better,
// or if no figure shows it.
std::optional<Phrase> reason_for(const GuessFigures& figures, const GuessFigures& safest,
                                 const Topology& topology, Cell safest_cell);

// What the figures say for the safest cell and against a guess that no figure supports. It is the end of a
// sentence about the safest cell. Nothing if no figure speaks for that cell.
std::optional<Phrase> reason_against(const GuessFigures& figures, const GuessFigures& safest);

}  // namespace sapper

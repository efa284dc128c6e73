// The guess of a hint, and why. A position without safe cells has one, unless all its hidden cells are mines.
// Functions throw std::domain_error for a position that no configuration fits, BudgetExceeded, and what the
// limits' poll throws.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "inference/analysis.hpp"
#include "knowledge/phrase.hpp"
#include "strategy/advice/compared_moves.hpp"
#include "strategy/players/advice.hpp"

namespace sapper {

struct AdvisedGuess {
    Cell cell;
    double risk;  // NaN where it is not known
    Cell safest;  // the first cell of least risk
    double safest_risk;
    bool exact;  // whether the risks are
    // Nothing where computing them takes too long.
    std::optional<GuessFigures> figures;
    std::optional<GuessFigures> safest_figures;
    // Why it is better than the safest cell. Nothing if it is that cell, if it is only as good, or if no
    // figure supports it.
    std::optional<Phrase> reason;
};

// A cell that somebody else picks, perhaps with a reason of his own.
struct PickedGuess {
    Cell cell;
    std::optional<std::string> reason;
};

// Guesses that are compared by the chance to win.
inline constexpr std::size_t kComparedGuesses = 8;

// The analysis; nothing if there are not even estimates.
std::optional<Analysis> estimated_at_least(const Position& position, const Limits& limits);

// The guesses that our own player prefers, as rank_guesses; by their risks in an estimated position. The
// analysis is that of the position.
std::vector<RankedGuess> preferred_guesses(const Position& position, const Analysis& analysis,
                                           FirstClick first_click, std::size_t most, const Limits& limits);

// The guesses of our own player, with the chances to win in the first of them, the best first. Compares the
// cell `also`, too, if it is none of them.
struct GuessByWin {
    Cell cell;
    ComparedMove compared;
};
std::vector<GuessByWin> guesses_by_win(const Position& position, std::span<const RankedGuess> preferred,
                                       FirstClick first_click, Cell also, const Limits& limits);

// The guess that our own player advises, or, `by_win`, the one of its guesses that wins most often.
AdvisedGuess advised_guess(const Position& position, const Analysis& analysis, bool by_win,
                           const Limits& limits);
// The same for a cell that is picked.
AdvisedGuess advised_guess(const Position& position, const Analysis& analysis, PickedGuess picked,
                           const Limits& limits);

// A guess in a position that cannot even be estimated. It uses what single numbers and pairs of numbers say.
AdvisedGuess uncounted_guess(const Position& position);

// The guess, its risk and its reason.
Phrase advice_on(const AdvisedGuess& guess, const Topology& topology);

}  // namespace sapper

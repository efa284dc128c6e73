// Hints: what to do next in a position, its certain moves, and why a game was lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "board/game.hpp"
#include "deduction/explanation_in_words.hpp"
#include "deduction/phrase.hpp"
#include "hints/advised_guess.hpp"
#include "util/limits.hpp"

namespace sapper {

// The end of a hint, after its deductions.
struct HintEnding {
    // What to do if no cell is certainly safe, and whether this adds anything to the deductions.
    Phrase advice;
    bool adds_advice;
    // What to do next and why.
    Phrase text;
    // The sentence after all deductions and the advice.
    Phrase conclusion;
};

// Whether a guess belongs to the hint: there is a mine count, and no cell is certainly safe.
bool wants_guess(const ExplanationInWords& explanation, bool mine_count);

HintEnding ending_of(const ExplanationInWords& explanation, bool mine_count,
                     const std::optional<AdvisedGuess>& guess);

// The certain cells, explained step by step, and a guess if none is certainly safe.
struct Hint {
    ExplanationInWords explanation;
    std::optional<AdvisedGuess> guess;
    HintEnding ending;
};

// The hint of our own player. `first_click` is nothing without a game. The seed is that of compare_moves().
// Throws what explain() throws.
Hint hint(const Position& position, bool mine_count, std::optional<FirstClick> first_click, bool by_win,
          std::uint64_t seed, const Limits& limits);

// Certain moves, which an assistant makes for a player.
struct CertainMoves {
    std::vector<Cell> opens;
    std::vector<Cell> flags;  // cells that have no flag yet

    bool empty() const { return opens.empty() && flags.empty(); }
};

// All cells that are known to be safe and all known mines. Without `opens`, only the mines that an analysis
// finds. Before a cell is open, a good first cell if the rules make it safe. With a `hint`, one cell: the
// first of this hint, counted from 0 in the order to act on them, or of the next hint that leaves something
// to do. Throws Contradiction if it finds that no configuration fits, and whatever the limits' poll throws.
CertainMoves certain_moves(const Position& position, FirstClick first_click, bool opens, bool flags,
                           std::optional<std::size_t> hint, const Limits& limits);

// Why a game was lost: the risk of the action that lost it, and what the player could have known before.
struct Loss {
    double risk;
    // Cells that were certainly safe: those of the simplest proof, or one cell without a proof. Empty if the
    // player had to guess.
    std::vector<Cell> safe = {};
    // The premises of the proof.
    std::vector<Cell> numbers = {};
    std::vector<Cell> known_cells = {};
    std::optional<Cell> safest = {};  // a cell of less risk, if the player had to guess
    Phrase sentence = {};
};

// `position` is the one before the action. `first_is_safe`: the rules keep the first click of a game safe.
// `by_rule`: the action lost by the rule of guessing, because a cell was safe. Throws what action_risk()
// throws.
Loss loss_of(const Position& position, Action action, bool first_is_safe, bool by_rule, const Limits& limits);

}  // namespace sapper

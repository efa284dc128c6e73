// A whole hint: what is certain, explained step by step, and a guess if no cell is certainly safe.
#pragma once

#include <optional>

#include "deduction/hint_order.hpp"
#include "hints/advised_guess.hpp"

namespace sapper {

// What a hint says after its deductions.
struct HintEnding {
    // What to do if no cell is certainly safe, and whether this adds anything to the deductions.
    Phrase advice;
    bool adds_advice;
    // What to do next and why.
    Phrase text;
    // What to say after all deductions and the advice.
    Phrase conclusion;
};

// Whether a guess belongs to the hint: there is a mine count, and no cell is certainly safe.
bool wants_guess(const ToldExplanation& told, bool mine_count);

HintEnding ending_of(const ToldExplanation& told, bool mine_count, const std::optional<AdvisedGuess>& guess);

struct Hint {
    ToldExplanation told;
    std::optional<AdvisedGuess> guess;
    HintEnding ending;
};

// The hint of our own player. `first_click` is nothing without a game. Throws what explain() throws.
Hint hint(const Position& position, bool mine_count, std::optional<FirstClick> first_click, bool by_win,
          const Limits& limits);

}  // namespace sapper

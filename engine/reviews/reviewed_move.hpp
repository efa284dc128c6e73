// One move of a game, and what was known before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "inference/guess.hpp"
#include "knowledge/explainer.hpp"
#include "knowledge/phrase.hpp"
#include "reviews/grades.hpp"

namespace sapper {

enum class MoveVerdict : std::uint8_t {
    start,     // the first cell
    certain,   // a move without risk
    forced,    // a guess because nothing was safe
    needless,  // a guess although something was safe
    slip,      // the same, but the button went down where it would have been no risk
    flag,
    idle  // a click that changed nothing
};

// A deduction that proved cells safe, in words.
struct Missed {
    Deduction deduction;
    std::optional<std::string_view> pattern;
    Phrase sentence;
};

// Why a cell was safe, step by step, and all that this rests on.
struct Why {
    Phrase sentence;
    Premises premises;
};

struct ReviewedMove {
    MoveVerdict verdict = MoveVerdict::idle;
    std::size_t opened = 0;  // cells, mines included
    bool exploded = false;
    // The chance that it opens a mine. Nothing for the first cell, whose risk depends on the rules.
    std::optional<double> risk = 0;
    // A cell of least risk: the opened cell if it was safe. For a needless guess, the nearest of the safe
    // cells that are easiest to see. For a slip, the cell on which the button went down.
    Guess best{kNoCell, kNotKnown};
    std::size_t safe = 0;  // cells that were certainly safe
    bool exact = true;     // whether the risks are exact
    // For a needless guess: the easiest rule that proves a safe cell, and all proofs of safe cells, the
    // simplest first.
    std::optional<Difficulty> rule = {};
    std::vector<Missed> missed = {};
    std::optional<Why> why = {};  // why the best cell was safe, if one of these proofs shows it
    std::optional<MoveChance> chance = {};

    // The proof that the best cell is safe. Null if there is none.
    const Missed* proof() const;
};

// What a summary needs to know of a move.
struct Judgement {
    MoveVerdict verdict;
    std::optional<double> risk;
    double best_risk;

    bool is_guess() const { return verdict == MoveVerdict::forced || could_avoid(); }
    // Whether it was a guess while something was safe.
    bool could_avoid() const { return verdict == MoveVerdict::needless || verdict == MoveVerdict::slip; }
    // How much higher the risk was than necessary.
    double excess() const;
    // Whether it was a forced guess with so much more risk than necessary that the choice is doubtful.
    bool is_riskier() const;
};

inline Judgement judgement_of(const ReviewedMove& move) {
    return {move.verdict, move.risk, move.best.risk};
}

}  // namespace sapper

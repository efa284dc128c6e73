// A reviewed game: its moves, their grades, and the figures of all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "board/topology.hpp"
#include "deduction/explainer.hpp"
#include "deduction/phrase.hpp"
#include "inference/guess.hpp"

namespace sapper {

// What a move did to the chances to win if the player "fast" plays on.
struct MoveChance {
    double before;  // with the best move that was found
    double before_error;
    double chosen;  // with the move that was played, before its outcome
    double lost;    // how much lower that is; 0 if the two cannot be told apart
    double lost_error;
    double after;  // after the outcome; NaN if it is not known
    Cell best;     // the best cell that was found; kNoCell if it is the one played
};

// The grade that a move gets for what it lost.
struct Grade {
    std::string_view name;
    double most_lost;
};

// From the best to the worst. The last covers everything beyond the others.
inline constexpr std::array<Grade, 5> kGrades{
    {{"best", 0}, {"fine", 0.02}, {"inaccuracy", 0.05}, {"mistake", 0.1}, {"blunder", 1}}};

// The index of the grade of a move that lost this much of the chance to win.
std::size_t grade_of(double lost);

// The share of the chance to win that a choice kept.
double kept_share(double before, double lost);

// One move of a game, and what was known before it.
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

struct JudgedMove {
    Judgement judgement;
    bool exploded;
    // The chance to win before the move, and how much of it the choice lost.
    struct Loss {
        double before;
        double lost;
    };
    std::optional<Loss> loss;
};

JudgedMove judged(const ReviewedMove& move);

// The figures of a whole reviewed game.
struct ReviewSummary {
    std::size_t forced = 0;
    std::size_t riskier = 0;
    double expected = 0;     // the sum of the risks of all guesses
    std::size_t struck = 0;  // how many hit a mine
    double excess = 0;       // the sum of the unnecessary risk of forced guesses
    std::size_t needless = 0;
    std::size_t slips = 0;
    double luck = 1;                                   // the chance to survive all guesses
    double needed_luck = 1;                            // the same if each guess had been the best cell
    double chance_lost = 0;                            // the sum over all moves
    double accuracy = 1;                               // the share of the chance to win that all choices kept
    std::array<std::size_t, kGrades.size()> grades{};  // how many guesses have each grade
};

ReviewSummary summary_of(std::span<const JudgedMove> moves);

}  // namespace sapper

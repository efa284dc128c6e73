// A reviewed game: its moves, their grades, and its figures.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "board/topology.hpp"
#include "deduction/explainer.hpp"
#include "deduction/phrase.hpp"
#include "inference/probabilities.hpp"

namespace sapper {

// The effect of a move on the chance to win. All these chances are of one player who goes on afterwards. So
// the outcome gains 0 on average.
struct MoveChance {
    double before;  // with the best known move
    double before_error;
    double with_move;  // with the move of the player, before its outcome
    double with_move_error;
    double lost;  // `before` less `with_move`; 0 if the errors leave the sign open
    double lost_error;
    Cell best;                 // the best known cell; kNoCell if the player chose it
    bool perfect;              // whether the player who goes on plays perfectly; otherwise it is "fast"
    double after = kNotKnown;  // after the outcome; NaN if unknown
    double after_error = 0;
};

// The standard error of the luck of a move, which is the difference of two estimates.
inline double luck_error(double with_move_error, double after_error) {
    return std::sqrt(with_move_error * with_move_error + after_error * after_error);
}

// The grade of a move, by its loss.
struct Grade {
    std::string_view name;
    double most_loss;
};

// The grades from the best to the worst. The last has no limit.
inline constexpr std::array<Grade, 5> kGrades{
    {{"best", 0}, {"fine", 0.02}, {"inaccuracy", 0.05}, {"mistake", 0.1}, {"blunder", 1}}};

// The index of the grade of a move with this loss of the chance to win.
std::size_t grade_of(double loss);

// The share of the chance to win that is left after a choice.
double share_left(double before, double loss);

// By how many pixels a hand may miss a cell, in pixels of cells of 16.
inline constexpr double kNearMiss = 3;

// The verdict on a move.
enum class MoveVerdict : std::uint8_t {
    start,     // the first cell
    certain,   // a move without risk
    forced,    // a guess because nothing was safe
    needless,  // a guess although something was safe
    slip,      // a needless guess, but the button went down where the action had no risk
    flag,
    idle  // a click without effect
};

// A deduction that proved cells safe, in words.
struct MissedDeduction {
    Deduction deduction;
    std::optional<std::string_view> pattern;
    Phrase sentence;
};

// The reason why a cell was safe, step by step, and its premises.
struct Why {
    Phrase sentence;
    Premises premises;
};

struct ReviewedMove {
    MoveVerdict verdict = MoveVerdict::idle;
    std::size_t opened = 0;  // cells, mines included
    bool exploded = false;
    // Whether it lost by the rule of guessing. It opened nothing, but is judged as if it had.
    bool lost_by_guess = false;
    // The chance that it opens a mine: 0 where the rule of guessing moves mines away. Nothing for the first
    // cell, whose risk depends on the rules.
    std::optional<double> risk = 0;
    // A cell of least risk: the opened cell if it was safe. For a needless guess, the nearest of the safe
    // cells that are easiest to see. For a slip, the cell on which the button went down.
    CellRisk safest{kNoCell, kNotKnown};
    std::size_t safe = 0;  // cells that were certainly safe
    bool exact = true;     // whether the risks are exact
    // For a needless guess: the easiest rule that proves a safe cell, and all proofs of safe cells, the
    // simplest first.
    std::optional<Difficulty> rule = {};
    std::vector<MissedDeduction> missed_deductions = {};
    std::optional<Why> why = {};  // for the safest cell, if one of these proofs shows that it was safe
    std::optional<MoveChance> chance = {};
    // For a slip or a needless guess: how far it was from where it would have been no risk, in pixels of
    // cells of 16. After a slip that is the cell on which the button went down, otherwise the nearest cell
    // that is proved safe. Nothing if the pixel is not known, or cells are no squares.
    std::optional<double> distance = {};

    // The proof that the safest cell is safe. Null if there is none.
    const MissedDeduction* proof() const;
};

// The facts of a move that a summary needs.
struct Judgement {
    MoveVerdict verdict;
    std::optional<double> risk;
    double safest_risk;

    bool is_guess() const { return verdict == MoveVerdict::forced || could_avoid(); }
    // Whether it was a guess while something was safe.
    bool could_avoid() const { return verdict == MoveVerdict::needless || verdict == MoveVerdict::slip; }
    // The risk above the least risk.
    double excess() const;
    // Whether it was a forced guess with so much excess risk that the choice is doubtful.
    bool is_riskier() const;
};

inline Judgement judgement_of(const ReviewedMove& move) {
    return {move.verdict, move.risk, move.safest.risk};
}

struct MoveFigures {
    Judgement judgement;
    bool exploded;
    bool lost_by_guess;  // so its risk was not taken
    // The chance to win before the move, the part of it that the choice lost, and their standard errors.
    struct Loss {
        double before;
        double before_error;
        double lost;
        double lost_error;
    };
    std::optional<Loss> loss;
    std::optional<double> distance;

    // Whether it was a needless guess so near to a safe cell that it may be a slip, too.
    bool is_near() const {
        return judgement.verdict == MoveVerdict::needless && distance && *distance <= kNearMiss;
    }
};

MoveFigures figures_of_move(const ReviewedMove& move);

// The figures of a whole reviewed game.
struct ReviewSummary {
    std::size_t forced = 0;
    std::size_t riskier = 0;
    double expected = 0;        // the sum of the risks of all guesses
    std::size_t mines_hit = 0;  // the guesses that hit a mine
    double excess = 0;          // the sum of the excess risk of forced guesses
    std::size_t needless = 0;
    std::size_t slips = 0;
    std::size_t near = 0;    // the needless guesses that may be slips
    double luck = 1;         // the chance to survive all guesses
    double needed_luck = 1;  // the chance to survive if each guess were the safest cell
    double chance_lost = 0;  // the sum over all moves
    double chance_lost_error = 0;
    double accuracy = 1;  // the share of the chance to win that all choices together leave
    double accuracy_error = 0;
    std::array<std::size_t, kGrades.size()> grades{};  // the number of guesses of each grade
};

ReviewSummary summary_of(std::span<const MoveFigures> moves);

}  // namespace sapper

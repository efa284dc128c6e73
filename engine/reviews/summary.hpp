// The figures of a whole reviewed game.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "reviews/reviewed_move.hpp"

namespace sapper {

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

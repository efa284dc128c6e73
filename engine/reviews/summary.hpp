// The figures of a whole game that is reviewed.
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
    // The chance to win before the move, and what the choice lost of it.
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
    double expected = 0;     // the risks of all guesses, added up: how many should have hit a mine
    std::size_t struck = 0;  // how many did
    double excess = 0;       // the risk of the forced ones beyond the least possible, added up
    std::size_t needless = 0;
    double luck = 1;         // the chance to survive all guesses
    double needed_luck = 1;  // the same, if each had been the best cell, and none where all were mines
    double chance_lost = 0;  // of all moves, added up
    double accuracy = 1;     // the share of the chance to win that all choices kept
    std::array<std::size_t, kGrades.size()> grades{};  // how many guesses have each
};

ReviewSummary summary_of(std::span<const JudgedMove> moves);

}  // namespace sapper

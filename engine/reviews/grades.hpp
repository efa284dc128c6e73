// What a move did to the chance to win, and the grade that it gets for that.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "board/topology.hpp"

namespace sapper {

// Chances to win if the player "fast" plays on.
struct MoveChance {
    double before;  // with the best move that was found
    double before_error;
    double chosen;  // with the move that was played, before its outcome
    double lost;    // how much lower that is; 0 if the two cannot be told apart
    double lost_error;
    double after;  // after the outcome; NaN if it is not known
    Cell best;     // the best cell that was found; kNoCell if it is the one played
};

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

}  // namespace sapper

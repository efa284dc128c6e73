// What a move did to the chance to win, and what the move is called for it.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "board/topology.hpp"

namespace sapper {

// Chances to win, by play of the player "fast".
struct MoveChance {
    double before;  // by the best move that was found
    double before_error;
    double chosen;  // by the move that was played, before its outcome was known
    double lost;    // how much lower that is; 0 where the two cannot be told apart
    double lost_error;
    double after;  // after the outcome; NaN where it is not known
    Cell best;     // the best cell that was found; kNoCell if it is the one played
};

struct Grade {
    std::string_view name;
    double most_lost;
};

// From the best to the worst. The last has no move beyond it.
inline constexpr std::array<Grade, 5> kGrades{
    {{"best", 0}, {"fine", 0.02}, {"inaccuracy", 0.05}, {"mistake", 0.1}, {"blunder", 1}}};

// The grade of a move that lost so much of the chance to win, by its place.
std::size_t grade_of(double lost);

// The share of the chance to win that a choice kept.
double kept_share(double before, double lost);

}  // namespace sapper

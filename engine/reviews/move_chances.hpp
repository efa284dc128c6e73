// Finds what moves did to the chance to win. Moves are compared on the same minefields, so that small
// differences show. Functions throw whatever the limits' poll throws.
#pragma once

#include <optional>
#include <span>

#include "board/game.hpp"
#include "reviews/reviewed_move.hpp"
#include "util/limits.hpp"

namespace sapper {

// The chances of a judged move, in the position before it, without `after`. There are none for moves that
// open no cell, nor for the first cell, since a recording does not say the rules of the first click. There
// are none after a mine has exploded, nor in positions that are too entangled to count thousands of times.
std::optional<MoveChance> chance_of(const ReviewedMove& move, Action action, const Position& position,
                                    const Limits& limits);

// Sets the chance after each move, which is the chance before the next. Takes the end of the game.
void set_outcomes(std::span<ReviewedMove> moves, Status status, const Position& end, const Limits& limits);

}  // namespace sapper

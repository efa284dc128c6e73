// What a move did to the chance to win. Moves are compared on the same minefields, so that small differences
// show. Functions throw what the limits' poll throws.
#pragma once

#include <optional>
#include <span>

#include "board/game.hpp"
#include "reviews/reviewed_move.hpp"
#include "util/limits.hpp"

namespace sapper {

// The chances of a move that is judged, in the position before it; `after` is not known yet. Nothing for
// moves that open nothing, for the first cell, whose rules a recording does not know, after a mine, and in
// positions that are too entangled to count thousands of times.
std::optional<MoveChance> chance_of(const ReviewedMove& move, Action action, const Position& position,
                                    const Limits& limits);

// Sets the chance after each move: the one before the next. Takes the end of the game.
void set_outcomes(std::span<ReviewedMove> moves, Status status, const Position& end, const Limits& limits);

}  // namespace sapper

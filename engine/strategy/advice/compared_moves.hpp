// Moves compared by the chance to win, by play of the player "fast". All are tried on the same minefields.
// After every round the worse half is left out (sequential halving), and the others play as many games again.
// The last two play on until the error of their difference is small enough, or 4,096 games. If at most 400
// minefields fit, all are played, and the chances are exact.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "util/limits.hpp"

namespace sapper {

// The standard error of the difference of the last two moves, where nothing else is asked for.
inline constexpr double kErrorOfTwo = 0.003;

struct ComparedMove {
    std::size_t move;  // its place among those that were compared
    double win_probability;
    double error;
    // By how much the best of the compared moves wins more often, and the error of that.
    double behind;
    double behind_error;
    std::uint64_t games;  // 0 if it is exact
};

// The hidden cells that each move opens: one for a guess, more for a chord. Returns the moves with the best
// first. The move `against` is never left out, so it is among the last two; there is none at `moves.size()`.
// Throws what making an Evaluation does.
std::vector<ComparedMove> compare_moves(const Position& position, std::span<const std::vector<Cell>> moves,
                                        FirstClick first_click, double error, std::size_t against,
                                        const Limits& limits);

}  // namespace sapper

// Compares moves by the chance to win when the player "fast" plays on. All moves play the same minefields.
// After every round the worse half leaves (sequential halving), and the others play as many games again. The
// last two play until the error of their difference is small enough, or 4,096 games. If at most 400
// minefields fit, the moves play all of them, and the chances are exact.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "util/limits.hpp"

namespace sapper {

// By default, the last two moves play until their difference has this standard error.
inline constexpr double kErrorOfTwo = 0.003;

struct ComparedMove {
    std::size_t move;        // its index in `moves`
    double win_probability;  // the win probability of the best move, less `behind`
    double error;
    // The lead of the best move in the same games, and its standard error.
    double behind;
    double behind_error;
    std::uint64_t games;  // 0 if it is exact
};

// `moves` has the hidden cells that each move opens: one for a guess, more for a chord. Returns the moves,
// the best first. The move with the index `against` stays to the end, so it is one of the last two. Pass
// moves.size() for none. Throws what the constructor of Evaluation throws.
std::vector<ComparedMove> compare_moves(const Position& position, std::span<const std::vector<Cell>> moves,
                                        FirstClick first_click, double error, std::size_t against,
                                        const Limits& limits);

}  // namespace sapper

// What can be said of a guess in figures that people can follow: for telling why one is better than another.
// Looks one guess ahead, at every number that the cell could show, and at the end of the game where few
// configurations are left.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "inference/inference.hpp"
#include "strategy/endgame/endgame.hpp"
#include "strategy/scoring/guess_score.hpp"

namespace sapper {

struct GuessFigures {
    double risk = 0;
    // How many different numbers the cell can show if it is safe. With but one it tells nothing.
    std::uint32_t numbers = 0;
    // Chances that it is safe and some other hidden cell is certainly safe then (or the game won), and that
    // both it and the safest cell after it are.
    double progress = 0;
    double survival = 0;
    // Whether it lies in a component that nothing outside can ever help with.
    bool closed = false;
    // What our own player goes by: the two safest cells after it, more for cells that become certain, less
    // for a frontier that grows.
    double score = 0;
    // What it goes by among guesses of nearly the same score: what rollouts taught, in wins a game up to a
    // constant. Nothing on boards that no rollouts were made on.
    std::optional<double> worth;
    // The chance to win with best play after it, where the whole game can be looked through.
    std::optional<double> win_probability;
    // The same for whoever opens the safest cell each time after it, or the better of the two safest, where
    // our own player goes by that.
    std::optional<double> safest_play;
};

// Of a hidden cell in a position without safe cells that is not estimated.
// `poll` is called now and then and ends it by throwing.
GuessFigures figures_of(Inference& inference, Cell cell, const ScoreRules& rules,
                        const EndgameLimits& endgame, const std::function<void()>& poll = {});

}  // namespace sapper

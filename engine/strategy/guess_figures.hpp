// Figures that tell people why one guess is better than another. Looks one guess ahead, at every number that
// the cell could show. If few configurations are left, also looks ahead to the end of the game.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "inference/inference.hpp"
#include "strategy/endgame.hpp"
#include "strategy/scoring/guess_score.hpp"

namespace sapper {

struct GuessFigures {
    double risk = 0;
    // How many different numbers the cell can show if it is safe. If only one, opening it tells nothing.
    std::uint32_t numbers = 0;
    // The chance that the cell is safe, and that after it the game is won or another hidden cell is certainly
    // safe.
    double progress = 0;
    // The chance that both the cell and the safest cell after it are safe.
    double survival = 0;
    // Whether its component is closed: no number outside can tell more about it.
    bool closed = false;
    // The score that our own player uses: the safety of the two safest cells after it, plus a bonus for cells
    // that become certain, minus a cost for a growing frontier.
    double score = 0;
    // What our own player uses among guesses of nearly the same score: the judgement of the network, in wins
    // per game up to a constant. Nothing on boards that the network was not trained for.
    std::optional<double> worth;
    // The chance to win with perfect play after it, if the whole game can be searched.
    std::optional<double> win_probability;
    // The same for a player who then always opens the safest cell, or the better of the two safest, if our
    // own player uses that measure.
    std::optional<double> safest_play;
};

// Expects a hidden cell of a position without safe cells that is counted, not estimated. `poll` is called now
// and then and can stop the work by throwing.
GuessFigures figures_of(Inference& inference, Cell cell, const ScoreRules& rules,
                        const EndgameLimits& endgame, const std::function<void()>& poll = {});

}  // namespace sapper

// The chance that an action opens a mine, given what a position shows. Flags count only for what a chord
// opens. Throws Contradiction, BudgetExceeded, and whatever the limits' poll throws.
#pragma once

#include <span>

#include "board/game.hpp"
#include "util/limits.hpp"

namespace sapper {

// `first_is_safe`: the rules keep the first click of a game safe.
double action_risk(const Position& position, Action action, bool first_is_safe, const Limits& limits);

// The same for a chord, in an analysed position. It is safe if and only if all flags around the cell are
// right.
double chord_risk(const Position& position, Cell cell, std::span<const double> mine_probability,
                  double log_configurations, const Limits& limits);

}  // namespace sapper

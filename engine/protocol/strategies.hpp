// Strategies by name, and the chance that one wins from a position.
#pragma once

#include <cstdint>
#include <string_view>

#include "board/minefield.hpp"
#include "board/position.hpp"
#include "protocol/turn.hpp"

namespace sapper {

// Throws a Refusal that suggests the nearest name if no built-in strategy has this one.
void check_strategy(std::string_view name);

struct EvaluationOrder {
    std::string_view player;
    FirstClick first_click = FirstClick::opening;
    double error = 0;        // the standard error at which it stops
    std::uint64_t most = 0;  // games
    std::uint64_t seed = 0;
};

// The chance to win, and its error.
struct WinEstimate {
    double win_probability;
    double error;
    bool exact;
    std::uint64_t games;
};

// Expects a position with a safe cell, and a known player. Throws a Refusal.
WinEstimate estimate_win(const Position& position, const EvaluationOrder& order, const Turn& turn);

}  // namespace sapper

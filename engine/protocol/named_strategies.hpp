// Strategies by name, and the chance that one wins from a position.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "board/minefield.hpp"
#include "board/position.hpp"
#include "protocol/turn.hpp"

namespace sapper {

// The error about the name of a strategy or of one of its parts, with the nearest name. Nothing if there is a
// built-in one of this name.
std::optional<std::string> wrong_strategy(std::string_view name);
std::optional<std::string> wrong_level(std::string_view name);
std::optional<std::string> wrong_policy(std::string_view name);

// Throws a Refusal if no built-in strategy has this name.
void check_strategy(std::string_view name);

struct EvaluationOrder {
    std::string_view player;
    FirstClick first_click = FirstClick::opening;
    double error = 0;        // the standard error at which it stops
    std::uint64_t most = 0;  // games
    std::uint64_t seed = 0;
    bool trust_flags = false;
};

// The chance to win, and its error.
struct WinEstimate {
    double win_probability;
    double error;
    bool exact;
    std::uint64_t games;
};

// The position must have a safe cell, and the player must be known. Throws a Refusal.
WinEstimate estimate_win(const Position& position, const EvaluationOrder& order, const Turn& turn);

}  // namespace sapper

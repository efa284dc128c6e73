// What to do next and why a game was lost, for the page: JSON objects in which cells are indices and
// sentences are phrases. Functions throw what the advice behind them throws.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "board/game.hpp"
#include "util/limits.hpp"

namespace sapper {

struct HintAsked {
    std::optional<FirstClick> first_click;  // nothing for a position of no game
    std::size_t most_in_turn;               // hints of one press after the other
    std::size_t most_compared;              // guesses
};

std::string hint_told(const Position& position, const HintAsked& asked, const Limits& limits);

// `position` is what the player saw before the action that lost.
std::string loss_told(const Position& position, Action action, bool first_is_safe, const Limits& limits);

}  // namespace sapper

// What to do next and why a game was lost, for the page: JSON objects in which cells are indices. Sentences
// count rows and columns from 1. Functions throw what the advice behind them throws.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "board/game.hpp"
#include "util/limits.hpp"

namespace sapper {

struct PageHintOrder {
    std::optional<FirstClick> first_click;  // nothing for a position of no game
    std::size_t most_in_turn;               // hints of one press after the other
    std::size_t most_compared;              // guesses
};

std::string page_hint(const Position& position, const PageHintOrder& order, const Limits& limits);

// `position` is what the player saw before the action that lost.
std::string page_loss(const Position& position, Action action, bool first_is_safe, const Limits& limits);

}  // namespace sapper

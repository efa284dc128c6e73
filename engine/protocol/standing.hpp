// How a game of the page stands, how it ended, and its metrics, as JSON objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "board/game.hpp"

namespace sapper {

// `guess` is the action that lost a game of hard core. `clicks` are the actions that were not undone,
// including those that changed nothing. In play, the object has the 3BV done so far only on boards of at
// most `most_cells`.
std::string standing_of(const Game& game, std::optional<Action> guess, std::uint32_t clicks, double seconds,
                        std::size_t most_cells);

// The metrics of a game that has mines.
std::string metrics_of(const Game& game, std::uint32_t clicks, double seconds);

}  // namespace sapper

// Answers for the page about games, as JSON objects in which cells are indices: how a game stands, what to do
// next, why it was lost, and the statistics of a player's games. Sentences count rows and columns from 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board/game.hpp"
#include "util/limits.hpp"

namespace sapper {

// How a game stands, and how it ended. `clicks` are the actions that the player did not undo, also those that
// changed nothing. In play, the object has the 3BV done so far only on boards of at most `most_cells`.
std::string standing_of(const Game& game, std::uint32_t clicks, double seconds, std::size_t most_cells);

// The metrics of a game that has mines.
std::string metrics_of(const Game& game, std::uint32_t clicks, double seconds);

struct PageHintOrder {
    std::optional<FirstClick> first_click;  // nothing for a position without a game
    std::size_t most_in_turn;               // the hints that one press after the other shows
    std::size_t most_guesses;               // guesses
};

// A hint: what to do next. Throws what hint() throws.
std::string page_hint(const Position& position, const PageHintOrder& order, const Limits& limits);

// Why a game was lost. `position` is the one before the action that lost. Throws what loss_of() throws.
std::string page_loss(const Position& position, Action action, bool first_is_safe, bool by_rule,
                      const Limits& limits);

// A game that counts.
struct GameResult {
    std::string_view standing;  // "won", "lost", "drawn", "unfinished", "abandoned" or "helped"
    std::int64_t elapsed_ms;
    std::int64_t at;  // when it got this standing, in milliseconds since 1970
    std::optional<std::uint32_t> three_bv;
    std::uint32_t clicks;
    std::string_view id;
};

// The statistics of a player's games in one category: wins, streaks, personal bests, and how these developed.
// The games must be in the order of their dates.
std::string statistics_of(const std::vector<GameResult>& games);

}  // namespace sapper

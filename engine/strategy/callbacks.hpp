// Makes strategies, inference levels and policies from functions of the caller, and adds listeners to
// players. An exception from a function ends the move and reaches the caller. The cells that functions return
// are not checked here.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "deduction/level.hpp"
#include "strategy/player.hpp"
#include "strategy/policies/policy.hpp"

namespace sapper {

// Returns the parts of a Choice: the hidden cells to open, those to flag, the risk and the chance to win.
using Chosen = std::tuple<std::vector<Cell>, std::vector<Cell>, double, double>;
using ChooseFunction = std::function<Chosen(const Position&)>;

// Returns the hidden cells that are certain: the safe ones, then the mines.
using Concluded = std::pair<std::vector<Cell>, std::vector<Cell>>;
using ConcludeFunction = std::function<Concluded(const Position&)>;

// Returns the hidden cell to open when none is known to be safe. The risks have an entry for every cell: 1
// for known mines, NaN where nothing is known.
using PickFunction = std::function<Cell(const Position&, const std::vector<double>&)>;

// Functions to which a player reports its games.
struct Listener {
    // A game begins: its seed, its number, and a random word of the strategy's stream.
    std::function<void(std::uint64_t seed, std::uint64_t game, std::uint64_t word)> begin;
    // An action, the cells that it changed, and their marks. Without an action, the cells that were open or
    // marked when the game began. This function may be empty.
    std::function<void(std::optional<Action>, std::vector<Cell>, std::vector<Mark>)> observe;
};

// A player with a listener, which hears everything before the player does.
std::unique_ptr<Player> with_listener(std::shared_ptr<Player> player, Listener listener);

std::unique_ptr<Player> player_of(ChooseFunction choose);
std::unique_ptr<Level> level_of(ConcludeFunction conclude, std::shared_ptr<const Topology> topology,
                                std::uint32_t mines);
// With `by_odds`, the function gets the odds. Otherwise it gets what the level knows, and nothing is counted.
std::unique_ptr<Policy> policy_of(PickFunction pick, bool by_odds);

}  // namespace sapper

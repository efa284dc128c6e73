// Strategies, inference levels and policies made of functions, for callers who bring their own. What a
// function throws ends the move and reaches the caller. The cells that functions return are not checked here.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "knowledge/level.hpp"
#include "strategy/player.hpp"
#include "strategy/policy.hpp"

namespace sapper {

// Returns the hidden cell to open.
using ChooseFunction = std::function<Cell(const Position&)>;

// Returns the hidden cells that are certain: the safe ones, then the mines.
using Concluded = std::pair<std::vector<Cell>, std::vector<Cell>>;
using ConcludeFunction = std::function<Concluded(const Position&)>;

// Returns the hidden cell to open when none is known to be safe. The risks have an entry for every cell: 1
// for known mines, NaN where nothing is known.
using PickFunction = std::function<Cell(const Position&, const std::vector<double>&)>;

std::unique_ptr<Player> player_of(ChooseFunction choose);
std::unique_ptr<Level> level_of(ConcludeFunction conclude, std::shared_ptr<const Topology> topology,
                                std::uint32_t mines);
// Gives the function the odds, or, without counting anything, what the level knows.
std::unique_ptr<Policy> policy_of(PickFunction pick, bool by_odds);

}  // namespace sapper

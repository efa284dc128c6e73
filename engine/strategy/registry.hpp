// The strategies by name. A name is an inference level and a policy ("exact+corners") or that of a player:
// our own, or one of the systems this project grew from.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "strategy/entry.hpp"
#include "strategy/player.hpp"

namespace sapper {

using StrategyEntry = Entry;

// The players with a name of their own.
std::span<const StrategyEntry> strategies();
// The first and the second half of the other names; policies() has the second.
std::span<const Entry> strategy_levels();

// A player for games on this board under these rules. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Player> make_player(std::string_view name, std::shared_ptr<const Topology> topology,
                                    std::uint32_t mines, const Rules& rules);
// "level+policy" for a player that is such a composition under another name, the name itself for others.
std::string composition_of(std::string_view name);

}  // namespace sapper

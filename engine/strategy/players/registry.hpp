// The strategies by name. A name is an inference level and a policy ("exact+corners"), and where wanted an
// exact endgame ("exact+corners+endgame"), or that of a player: our own, or one of the systems this project
// grew from. Parts can also be given as functions.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "strategy/entry.hpp"
#include "strategy/player.hpp"
#include "strategy/players/callbacks.hpp"

namespace sapper {

// The players with a name of their own.
std::span<const Entry> strategies();
// The first halves of the other names, weakest first; policies() has the second.
std::vector<Entry> strategy_levels();

// A player for games on this board under these rules. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Player> make_player(std::string_view name, std::shared_ptr<const Topology> topology,
                                    std::uint32_t mines, const Rules& rules);

// A player of parts, each by its name or as a function. Throws std::invalid_argument for an unknown name.
using LevelPart = std::variant<std::string, ConcludeFunction>;
using PolicyPart = std::variant<std::string, PickFunction>;
std::unique_ptr<Player> compose(const LevelPart& level, const PolicyPart& policy, bool endgame,
                                std::shared_ptr<const Topology> topology, std::uint32_t mines,
                                const Rules& rules);

}  // namespace sapper

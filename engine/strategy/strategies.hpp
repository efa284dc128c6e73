// The strategies by name. A name has an inference level and a policy ("exact+corners"), optionally with an
// exact endgame ("exact+corners+endgame"), or it is the name of a player: our own, or one of the published
// systems with which the project started. Parts can also be functions.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "strategy/composition.hpp"
#include "strategy/player.hpp"
#include "util/lists.hpp"

namespace sapper {

// The players that have their own names.
std::span<const Entry> strategies();
// The effort of one of our own players. Null for another name.
const Effort* effort_of(std::string_view name);
// The inference levels, which come first in composite names, the weakest first. policies() has the second
// parts.
std::vector<Entry> strategy_levels();

// Makes a player for games on this board under these rules. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Player> make_player(std::string_view name, std::shared_ptr<const Topology> topology,
                                    std::uint32_t mines, const Rules& rules);

// Whether the player of this name needs the mine count to choose a cell. Throws what make_player() throws.
bool needs_mine_count(std::string_view name);

// Makes a player of parts. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Player> compose(const LevelPart& level, const PolicyPart& policy, bool endgame,
                                std::shared_ptr<const Topology> topology, std::uint32_t mines,
                                const Rules& rules);

}  // namespace sapper

// Puts strategies together from a level and a policy, with the parts that these need.
#pragma once

#include "strategy/players/registry.hpp"

namespace sapper {

// Makes a player without a first cell of its own. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Player> put_together(const LevelPart& level, const PolicyPart& policy, bool endgame,
                                     std::shared_ptr<const Topology> topology, std::uint32_t mines);

// Whether a player of these parts has to know the mine count to choose a cell. Functions may look at it, so
// they do. Throws std::invalid_argument for an unknown name.
bool needs_mine_count(const LevelPart& level, const PolicyPart& policy, bool endgame);

}  // namespace sapper

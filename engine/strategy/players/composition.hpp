// Puts strategies together: which parts a level and a policy need between them.
#pragma once

#include "strategy/players/registry.hpp"

namespace sapper {

// A player without a first cell of its own. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Player> put_together(const LevelPart& level, const PolicyPart& policy, bool endgame,
                                     std::shared_ptr<const Topology> topology, std::uint32_t mines);

}  // namespace sapper

// The strategies by name. A name is an inference level and a policy ("exact+first") or a player of its own.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "strategy/player.hpp"

namespace sapper {

struct StrategyEntry {
    std::string_view name;
    std::string_view summary;  // one line for people
};

std::span<const StrategyEntry> strategies();

// A player for games on this board under these rules. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Player> make_player(std::string_view name, std::shared_ptr<const Topology> topology,
                                    std::uint32_t mines, const Rules& rules);

}  // namespace sapper

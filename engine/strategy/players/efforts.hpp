// Our own players by name and effort, from the quickest to the strongest.
#pragma once

#include <span>
#include <string_view>

#include "strategy/players/composition.hpp"
#include "util/entry.hpp"

namespace sapper {

struct OwnPlayer {
    Entry entry;
    Effort effort;
};

std::span<const OwnPlayer> own_players();

// Null for an unknown name.
const Effort* effort_of(std::string_view name);

}  // namespace sapper

// The inference levels by name, weakest first: each finds everything that those before it find. (Where boards
// of thousands of numbers around few cells exhaust the bounds of Items, a rule may miss what it would find.)
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "knowledge/level.hpp"

namespace sapper {

struct LevelEntry {
    std::string_view name;
    std::string_view summary;  // one line for people
};

std::span<const LevelEntry> levels();

// A level for games and positions on this board. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Level> make_level(std::string_view name, std::shared_ptr<const Topology> topology,
                                  std::uint32_t mines);

}  // namespace sapper

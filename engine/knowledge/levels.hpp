// The inference levels by name, weakest first. Each finds everything that those before it find. (On graphs
// with thousands of numbers around few cells, the bounds of Items may make a rule miss something.)
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "knowledge/level.hpp"
#include "util/entry.hpp"

namespace sapper {

std::span<const Entry> levels();

// A level for games and positions on this board. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Level> make_level(std::string_view name, std::shared_ptr<const Topology> topology,
                                  std::uint32_t mines);

// A level above the rules about pairs. Adds chains, then suppositions that single numbers refute, and, if it
// uses the mine count, numbers apart that account for it. In case_level.cpp.
std::unique_ptr<Level> case_level(std::shared_ptr<const Topology> topology, std::uint32_t mines,
                                  bool mine_count);

}  // namespace sapper

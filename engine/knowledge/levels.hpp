// The inference levels by name, the weakest first. Each finds everything that those before it find. (On
// graphs with thousands of numbers around few cells, a rule may miss something because of the limits of
// Items.)
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "knowledge/level.hpp"
#include "util/texts.hpp"

namespace sapper {

std::span<const Entry> levels();

// A level for games and positions on this board. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Level> make_level(std::string_view name, std::shared_ptr<const Topology> topology,
                                  std::uint32_t mines);

// A level that concludes more than the rules about pairs: by chains, by suppositions that single numbers
// refute and, with `mine_count`, by numbers apart that account for the mine count. In case_level.cpp.
std::unique_ptr<Level> case_level(std::shared_ptr<const Topology> topology, std::uint32_t mines,
                                  bool mine_count);

}  // namespace sapper

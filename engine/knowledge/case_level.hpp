// An inference level above the rules about pairs. Adds chains, then suppositions that single numbers refute,
// and, if it uses the mine count, numbers apart that account for it.
#pragma once

#include <memory>

#include "knowledge/level.hpp"

namespace sapper {

std::unique_ptr<Level> case_level(std::shared_ptr<const Topology> topology, std::uint32_t mines,
                                  bool mine_count);

}  // namespace sapper

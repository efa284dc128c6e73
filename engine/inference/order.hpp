// In which order to walk the groups of a component so that few constraints are open at any time. The cost of
// counting is exponential in what is open, so this order decides what can be counted at all. Deterministic:
// it depends on the component alone.
#pragma once

#include <cstdint>
#include <vector>

#include "inference/component.hpp"

namespace sapper {

// A permutation of the groups. Near linear for long thin components; a few starts are tried and compared.
std::vector<std::uint32_t> walking_order(const Component& component);

}  // namespace sapper

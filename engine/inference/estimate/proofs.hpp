// Proves what it can of a component that is too large to count. Counts every neighbourhood of a few
// constraints by itself. The whole component allows nothing that one of its neighbourhoods forbids.
#pragma once

#include <memory>

#include "inference/components/component.hpp"
#include "inference/sweep/sweep_builder.hpp"
#include "util/limits.hpp"

namespace sapper {

// Returns an uncounted sweep, or an impossible one where a neighbourhood contradicts itself. May throw what
// limits.poll throws.
std::shared_ptr<const Sweep> prove_locally(const Component& component, SweepBuilder& build,
                                           const Limits& limits);

}  // namespace sapper

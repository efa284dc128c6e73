// Proves what it can about a component that is too large to count, by counting every neighbourhood of a few
// constraints by itself. What a neighbourhood forbids, the whole component forbids, too.
#pragma once

#include <memory>

#include "inference/components/component.hpp"
#include "inference/sweep/sweep_builder.hpp"
#include "util/limits.hpp"

namespace sapper {

// Returns an uncounted sweep, or an impossible one if a neighbourhood contradicts itself. May throw whatever
// the limits' poll throws.
std::shared_ptr<const Sweep> prove_locally(const Component& component, SweepBuilder& build,
                                           const Limits& limits);

}  // namespace sapper

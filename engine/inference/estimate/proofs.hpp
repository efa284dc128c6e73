// What can be proved of a component that is too large to count: every neighbourhood of a few constraints is
// counted by itself, and what none of its configurations allows the whole component does not allow either.
#pragma once

#include <memory>

#include "inference/components/component.hpp"
#include "inference/sweep/sweep_builder.hpp"
#include "util/limits.hpp"

namespace sapper {

// An uncounted sweep, or an impossible one where a neighbourhood contradicts itself. May throw what
// limits.poll throws.
std::shared_ptr<const Sweep> prove_locally(const Component& component, SweepBuilder& build,
                                           const Limits& limits);

}  // namespace sapper

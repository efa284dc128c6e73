// The policies by name.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "strategy/entry.hpp"
#include "strategy/policy.hpp"

namespace sapper {

// One for each name; families are listed by their first members, and the summaries say how they go on.
std::span<const Entry> policies();

// Nothing for an unknown name.
std::unique_ptr<Policy> make_policy(std::string_view name, const Topology& topology);
bool is_policy(std::string_view name);

}  // namespace sapper

// The policies by name.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "strategy/policy.hpp"
#include "util/texts.hpp"

namespace sapper {

// An entry for each name. Families are listed by their first members; the summaries describe the others.
std::span<const Entry> policies();

// Null for an unknown name.
std::unique_ptr<Policy> make_policy(std::string_view name, const Topology& topology);
bool is_policy(std::string_view name);

}  // namespace sapper

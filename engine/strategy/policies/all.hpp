// The functions that make the policies. Each is defined in the file of its name, unless a comment names
// another file. That file says what the policy does. The function of a family takes a name, and returns null
// if the name is not one of the family.
#pragma once

#include <memory>
#include <string_view>

#include "strategy/player.hpp"
#include "strategy/policy.hpp"
#include "strategy/scoring/guess_score.hpp"

namespace sapper {

std::unique_ptr<Policy> at_random();
std::unique_ptr<Policy> by_boundary();
std::unique_ptr<Policy> by_score(const ScoreRules& rules);
std::unique_ptr<Policy> by_rollouts(const ScoreRules& rules, std::unique_ptr<Player> plays_on);
std::unique_ptr<Policy> least_risk();
std::unique_ptr<Policy> full_score(const Topology& topology);

// In by_estimate.cpp.
std::unique_ptr<Policy> by_density();
std::unique_ptr<Policy> by_mean_ratio();
std::unique_ptr<Policy> corners_then_edges(const Topology& topology);

// Families.
std::unique_ptr<Policy> among_safest(std::string_view name, const Topology& topology);
std::unique_ptr<Policy> filters(std::string_view name);
std::unique_ptr<Policy> look_ahead(std::string_view name);

}  // namespace sapper

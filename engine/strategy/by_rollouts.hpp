// A policy that compares the guesses that the network rates highest by rollouts. Another player plays on from
// each of them, on the same minefields and without the luck of guesses. The result combines the network's
// estimate with that of the games, each weighted by its certainty (a normal prior and normal errors). So the
// score decides if the games cannot. The score also decides where rollouts mislead or take too long: in the
// first moves, on very large boards, and after a mine has exploded. The rollouts depend on the position, and
// their number also on the work of earlier guesses in the same game: each guess may spend a share of the rest
// of the budget.
#pragma once

#include <memory>

#include "strategy/player.hpp"
#include "strategy/policies/policy.hpp"

namespace sapper {

std::unique_ptr<Policy> by_rollouts(const ScoreRules& rules, std::unique_ptr<Player> plays_on);

}  // namespace sapper

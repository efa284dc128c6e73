// Puts players together from parts: an inference level that decides what is certain, a policy that picks the
// guess, and optionally an endgame that plays exactly once few configurations are left.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "strategy/callbacks.hpp"
#include "strategy/endgame.hpp"
#include "strategy/player.hpp"
#include "strategy/scoring/guess_score.hpp"

namespace sapper {

// A part is a name or a function.
using LevelPart = std::variant<std::string, ConcludeFunction>;
using PolicyPart = std::variant<std::string, PickFunction>;

// Makes a player that does not choose the first cell. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Player> put_together(const LevelPart& level, const PolicyPart& policy, bool endgame,
                                     std::shared_ptr<const Topology> topology, std::uint32_t mines);

// Whether a player of these parts needs the mine count to choose a cell. Functions count as not needing it:
// they can see that it is missing. Throws std::invalid_argument for an unknown name.
bool needs_mine_count(const LevelPart& level, const PolicyPart& policy, bool endgame);

// How much our own player examines. The limits count work, never time, so the same game gets the same moves
// everywhere.
struct Effort {
    ScoreRules rules;
    EndgameLimits endgame;
    // If not null, rollouts by this player compare the guesses of nearly the highest score.
    const Effort* plays_on = nullptr;
};

// Our own player: opens everything certain, plays endgames exactly, and otherwise guesses by score. It does
// not choose the first cell either.
std::unique_ptr<Player> own_player(const Effort& effort, std::shared_ptr<const Topology> topology,
                                   std::uint32_t mines);

}  // namespace sapper

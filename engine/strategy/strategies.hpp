// The strategies, as players of parts and by name. The parts are an inference level that decides what is
// certain, a policy that picks the guess, and optionally an endgame that plays exactly when few
// configurations are left. A name has these parts ("exact+corners", "exact+corners+endgame"), or it is the
// name of a player: our own, or one of the published systems with which the project started.
//
// A part can also be a function of the caller, and so can a whole player. An exception from a function ends
// the move and reaches the caller. The caller must check the cells that its functions return.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "deduction/levels.hpp"
#include "strategy/endgame.hpp"
#include "strategy/player.hpp"
#include "strategy/policies/policy.hpp"
#include "strategy/scoring/guess_score.hpp"
#include "util/lists.hpp"

namespace sapper {

// The parts of a Choice: the hidden cells to open, those to flag, the risk and the chance to win.
using ChoiceParts = std::tuple<std::vector<Cell>, std::vector<Cell>, double, double>;
using ChooseFunction = std::function<ChoiceParts(const Position&)>;

// The hidden cells that are certain: the safe ones, then the mines.
using Conclusions = std::pair<std::vector<Cell>, std::vector<Cell>>;
using ConcludeFunction = std::function<Conclusions(const Position&)>;

// Returns the hidden cell to open when none is known to be safe. The risks have an entry for every cell: 1
// for known mines, NaN for unknown risks.
using PickFunction = std::function<Cell(const Position&, const std::vector<double>&)>;

// Functions that hear of the games of a player.
struct Listener {
    // A game begins: its seed, its number, and a random word of the strategy's stream.
    std::function<void(std::uint64_t seed, std::uint64_t game, std::uint64_t word)> begin;
    // An action, the cells that it changed, and their marks. Without an action, the cells that were open or
    // marked when the game began. May be empty.
    std::function<void(std::optional<Action>, std::vector<Cell>, std::vector<Mark>)> observe;
};

// A player with a listener, which hears everything before the player does.
std::unique_ptr<Player> with_listener(std::shared_ptr<Player> player, Listener listener);

std::unique_ptr<Player> player_of(ChooseFunction choose);

// A part is a name or a function.
using LevelPart = std::variant<std::string, ConcludeFunction>;
using PolicyPart = std::variant<std::string, PickFunction>;

// Makes a player that does not choose the first cell. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Player> put_together(const LevelPart& level, const PolicyPart& policy, bool endgame,
                                     std::shared_ptr<const Topology> topology, std::uint32_t mines);

// Whether a player of these parts needs the mine count to choose a cell. A function does not: it can see that
// the count is missing. Throws std::invalid_argument for an unknown name.
bool needs_mine_count(const LevelPart& level, const PolicyPart& policy, bool endgame);

// The effort of our own player. The limits count work, never time, so the same game gets the same moves
// everywhere.
struct Effort {
    ScoreRules rules;
    EndgameLimits endgame;
    // If not null, rollouts by a player of this effort compare the guesses of nearly the highest score.
    const Effort* plays_on = nullptr;
};

// Our own player: opens everything certain, plays endgames exactly, and otherwise guesses by score. It does
// not choose the first cell.
std::unique_ptr<Player> own_player(const Effort& effort, std::shared_ptr<const Topology> topology,
                                   std::uint32_t mines);

// A policy that compares the guesses that the network rates highest by rollouts. Another player plays on from
// each of them, on the same minefields and without the luck of guesses. The result combines the network's
// estimate with that of the games, each weighted by its certainty (a normal prior and normal errors). So the
// score decides if the games cannot. The score also decides where rollouts mislead or take too long: in the
// first moves, on very large boards, and after a mine has exploded. The rollouts depend on the position, and
// their number also on the work of earlier guesses in the same game: each guess may spend a share of the rest
// of the budget.
std::unique_ptr<Policy> by_rollouts(const ScoreRules& rules, std::unique_ptr<Player> plays_on);

// The players that have their own names.
std::span<const Entry> strategies();
// The effort of one of our own players. Null for another name.
const Effort* effort_of(std::string_view name);
// The inference levels, which come first in composite names, the weakest first. policies() has the second
// parts.
std::vector<Entry> strategy_levels();

// Makes a player for games on this board under these rules. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Player> make_player(std::string_view name, std::shared_ptr<const Topology> topology,
                                    std::uint32_t mines, const Rules& rules);

// Whether the player of this name needs the mine count to choose a cell. Throws what make_player() throws.
bool needs_mine_count(std::string_view name);

// Makes a player of parts. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Player> compose(const LevelPart& level, const PolicyPart& policy, bool endgame,
                                std::shared_ptr<const Topology> topology, std::uint32_t mines,
                                const Rules& rules);

}  // namespace sapper

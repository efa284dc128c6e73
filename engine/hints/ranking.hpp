// All moves in a position, the best first, as our own player prefers them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "board/game.hpp"
#include "deduction/levels.hpp"
#include "hints/advised_guess.hpp"
#include "inference/analysis.hpp"
#include "strategy/own_player.hpp"

namespace sapper {

struct RankedMove {
    Cell cell;
    bool flag;    // a certain mine to flag; otherwise a cell to open
    double risk;  // NaN if unknown
    bool exact;   // whether the risk is exact
    // The hardest rule that proves a certain cell. Nothing for guesses, and without an explanation.
    std::optional<Difficulty> rule = {};
    std::optional<GuessFigures> figures = {};
    std::optional<MoveComparison> comparison = {};
};

struct RankingOrder {
    Rules rules;
    std::size_t most;  // moves
    bool by_win = false;
    bool trust_flags = false;
    bool mine_count = true;
    std::uint64_t seed = 0;  // of the games that `by_win` plays
    // An analysis of the position that trusts flags as the ranking does. If null, the ranking makes one if it
    // needs it.
    const Analysis* analysis = nullptr;
};

// Certainly safe cells come first, those with the easiest rules in front. If there are none, the guesses come
// first: all uncertain cells, or one guess if no estimate is possible. With `by_win`, the first guesses are
// in the order of the chance to win. Certain mines without a flag come last. The list is empty when all safe
// cells are open, unless flags win. Returns nothing if only the mine count could decide, and it is missing.
// Throws what explain() and analyse() throw.
std::optional<std::vector<RankedMove>> rank_moves(const Position& position, const RankingOrder& order,
                                                  const Limits& limits);

}  // namespace sapper

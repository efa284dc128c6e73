// All moves in a position, the best first, as our own player prefers them.
#pragma once

#include <optional>
#include <vector>

#include "board/game.hpp"
#include "deduction/difficulty.hpp"
#include "hints/compared_moves.hpp"
#include "inference/analysis.hpp"
#include "strategy/own_player.hpp"

namespace sapper {

struct RankedMove {
    Cell cell;
    bool flag;    // a certain mine, to be flagged; otherwise the cell is opened
    double risk;  // NaN where it is not known
    bool exact;   // whether the risk is exact
    // The hardest rule that proves a certain cell. Nothing for guesses, and if no explanation was found.
    std::optional<Difficulty> rule = {};
    std::optional<GuessFigures> figures = {};
    std::optional<ComparedMove> compared = {};
};

struct RankingOrder {
    Rules rules;
    std::size_t most;  // moves
    bool by_win = false;
    bool trust_flags = false;
    bool mine_count = true;
    // An analysis of the position that trusts flags as this does. Without one, the ranking makes it if it
    // needs it.
    const Analysis* analysis = nullptr;
};

// Certainly safe cells come first, in the order of how easy their rules are. If there are none, the guesses
// come first: all uncertain cells, or one guess if the position cannot even be estimated. With `by_win`, the
// first guesses are ordered by the chance to win. Certain mines without a flag come last. The list is empty
// once all safe cells are open, unless flags win. Returns nothing if only the mine count could decide, and it
// is missing. Throws what explain() and analyse() throw.
std::optional<std::vector<RankedMove>> rank_moves(const Position& position, const RankingOrder& order,
                                                  const Limits& limits);

}  // namespace sapper

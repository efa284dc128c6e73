// All moves in a position, the best first, as our own player prefers them.
#pragma once

#include <optional>
#include <vector>

#include "board/game.hpp"
#include "knowledge/difficulty.hpp"
#include "strategy/advice/compared_moves.hpp"
#include "strategy/scoring/guess_figures.hpp"

namespace sapper {

struct RankedMove {
    Cell cell;
    bool flag;    // a certain mine, to be flagged; otherwise the cell is opened
    double risk;  // NaN where it is not known
    bool exact;   // whether the risk is
    // The hardest rule that a certain cell needs. Nothing for guesses, and where no explanation was found.
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
};

// Certainly safe cells come first, the easiest rule first. Without any come the guesses: all uncertain cells,
// or one guess where there are not even estimates. With `by_win` the first of them are ordered by the chance
// to win. Certain mines without a flag come last. There is no move once all safe cells are open, unless flags
// win. Nothing if only the mine count could tell, and there is none. Throws what explain() and analyse() do.
std::optional<std::vector<RankedMove>> rank_moves(const Position& position, const RankingOrder& order,
                                                  const Limits& limits);

}  // namespace sapper

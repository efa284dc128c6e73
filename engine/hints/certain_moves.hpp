// The moves that an assistant makes for a player because they are certain.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "board/game.hpp"
#include "util/limits.hpp"

namespace sapper {

struct CertainMoves {
    std::vector<Cell> opens;
    std::vector<Cell> flags;  // cells that have no flag yet

    bool empty() const { return opens.empty() && flags.empty(); }
};

// All cells known to be safe and all known mines; without `opens`, only the mines that an analysis finds.
// Before a cell is open, a good first cell if the rules make it safe. With a `hint`, one cell: the first of
// this hint, counted from 0 in the order to act on them, or of the next hint that leaves something to do.
// Throws Contradiction if it finds that no configuration fits, and whatever the limits' poll throws.
CertainMoves certain_moves(const Position& position, FirstClick first_click, bool opens, bool flags,
                           std::optional<std::size_t> hint, const Limits& limits);

}  // namespace sapper

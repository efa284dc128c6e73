// The records of played games, column by column, with one entry for each game. The columns of guesses have
// one entry for each guess, game after game. All columns but `nanoseconds` depend only on what was played, so
// equal games have equal columns on every machine.
#pragma once

#include <cstdint>
#include <vector>

#include "board/topology.hpp"

namespace sapper {

struct Records {
    std::vector<std::uint8_t> outcome;  // a Status
    std::vector<std::uint32_t> clicks;  // actions that changed something
    std::vector<std::uint32_t> opened;  // safe cells open at the end
    // Mines found: all but the exploded ones or, in a lost game, those that were certain when it was lost.
    std::vector<std::uint32_t> found;
    std::vector<std::uint32_t> exploded;     // mines
    std::vector<std::uint32_t> three_bv;     // of the minefield
    std::vector<std::uint32_t> openings;     // of the minefield
    std::vector<std::uint32_t> solved;       // how much of the 3BV was done
    std::vector<std::uint32_t> guesses;      // how many entries below
    std::vector<double> risk;                // the chance that some guess fails, by the risks below
    std::vector<Cell> lost_at;               // the first mine that exploded, or kNoCell
    std::vector<std::uint64_t> nanoseconds;  // time of the player and the game

    std::vector<Cell> guess_cell;
    std::vector<double> guess_risk;  // as the player knew it; exact if it did not know
    std::vector<std::uint8_t> guess_exploded;

    std::size_t size() const { return outcome.size(); }
};

}  // namespace sapper

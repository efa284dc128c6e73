// Win rates and differences of win rates without luck, with their errors and intervals. luck.hpp says what
// luck is and why its removal keeps the mean.
#pragma once

#include <cstdint>
#include <span>

#include "simulation/luck.hpp"
#include "simulation/tally.hpp"

namespace sapper {

// A win rate, or the difference of two, without luck.
struct LuckFreeFigure {
    double value;       // a rate can lie a little outside 0 to 1
    double error;       // the standard error
    Interval interval;  // of 95 %, for a number of games that was fixed before
    double factor;      // how many times as many games the plain figure needs to be as certain
};

// The win rate. Its interval is Wilson's for `factor` times as many games. NaN without games.
LuckFreeFigure luck_free_rate(std::uint64_t games, std::uint64_t won, const LuckFreeSums& sums);

// The same for games of which only their luck as a whole is known, in the order in which they were played.
struct GameWithLuck {
    bool won;
    double luck;
};
LuckFreeFigure luck_free_rate(std::span<const GameWithLuck> games);

// The difference of the win rates of two players; NaN without games. `first` and `second` are the numbers of
// minefields that only one of them won. One further minefield of each kind, half in favour of either, keeps
// the interval from being too narrow where few differ.
LuckFreeFigure luck_free_difference(std::uint64_t games, std::uint64_t first, std::uint64_t second,
                                    const LuckFreeSums& sums);

}  // namespace sapper

// Counts the games of a run chunk by chunk, in constant memory. The same games in the same order give the
// same sums to the bit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/topology.hpp"
#include "simulation/luck.hpp"
#include "simulation/series.hpp"

namespace sapper {

// A chunk: games that play and count together. The first chunks are short, so that a short run has chunks for
// every thread and a test may stop early. Later ones have the usual size, which takes at most some seconds.
// The sizes do not depend on the number of games of the run, so a run can go on with more games.
struct ChunkRange {
    std::uint64_t before;  // the games in all chunks before it
    std::uint64_t count;
};

// The chunk with this number, on a board of this many cells, at least one.
ChunkRange usual_chunk(std::uint64_t cells, std::uint64_t number);

// 95 % of a normal distribution lie within this many standard deviations.
inline constexpr double kZ95 = 1.959963984540054;

struct Interval {
    double low;
    double high;
};

// Wilson's 95 % confidence interval for the probability behind `hits` of `trials`. Unlike the usual formula,
// it is also right for few trials and for rates near 0 and 1. Without trials it is 0 to 1.
Interval wilson(double hits, double trials);

inline constexpr std::uint32_t kMostGuesses = 64;  // games with more count as games with this many
inline constexpr std::uint32_t kRiskBins = 50;     // of equal width
inline constexpr std::uint32_t kTimeSteps = 32;    // bins for each doubling of the time
inline constexpr std::uint32_t kTimeBins = 64 * kTimeSteps;

// The columns of `Records` that count.
struct ColumnsToCount {
    std::span<const std::uint8_t> outcome;
    std::span<const std::uint32_t> guesses;
    std::span<const Cell> lost_at;
    std::span<const double> guess_risk;
    std::span<const std::uint8_t> guess_exploded;
};

ColumnsToCount columns_to_count(const Records& records);

struct Histograms {
    std::vector<std::int64_t> by_guesses;   // by number of guesses, from 0: games, games won
    std::vector<std::int64_t> risk_counts;  // by risk: guesses, guesses that failed
    std::vector<double> risk_sums;          // by risk: the sum of the risks
    std::vector<std::int64_t> lost_at;      // by cell: games whose first mine exploded there
};

Histograms histograms(const ColumnsToCount& games, std::size_t cells);

// Bin i counts the games that took from 2^(i / kTimeSteps) to below 2^((i + 1) / kTimeSteps) nanoseconds.
std::vector<std::int64_t> time_bins(std::span<const std::uint64_t> nanoseconds);

// Win rates and differences of win rates without luck, with their errors and intervals. luck.hpp says what
// luck is and why its removal keeps the mean.

// A win rate, or the difference of two, without luck.
struct LuckFreeFigure {
    double value;       // a rate can lie a little outside 0 to 1
    double error;       // the standard error
    Interval interval;  // of 95 %, for a number of games that was fixed before
    double factor;      // how many times as many games the plain figure needs to be as certain
};

// The win rate. Its interval is Wilson's for `factor` times as many games. NaN without games.
LuckFreeFigure luck_free_rate(std::uint64_t games, std::uint64_t wins, const LuckFreeSums& sums);

// The same for games of which only their luck as a whole is known, in the order in which they were played.
struct GameWithLuck {
    bool is_won;
    double luck;
};
LuckFreeFigure luck_free_rate(std::span<const GameWithLuck> games);

// The difference of the win rates of two players; NaN without games. `first` and `second` are the numbers of
// minefields that only one of them won. One further minefield of each kind, half in favour of either, keeps
// the interval from being too narrow where few differ.
LuckFreeFigure luck_free_difference(std::uint64_t games, std::uint64_t first, std::uint64_t second,
                                    const LuckFreeSums& sums);

}  // namespace sapper

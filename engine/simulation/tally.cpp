#include "simulation/tally.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "board/game.hpp"

namespace sapper {

namespace {

constexpr std::uint64_t kCellsAChunk = 960'000;  // `best` takes a second or two for them, on any board
constexpr std::uint64_t kDoublings = 10;
constexpr std::uint64_t kChunksADoubling = 8;

// The usual size of a chunk: 1, 2 or 5 times a power of 10.
std::uint64_t usual_size(std::uint64_t cells) {
    const std::uint64_t most = std::max<std::uint64_t>(1, kCellsAChunk / cells);
    std::uint64_t power = 1;
    while (power * 10 <= most)
        power *= 10;
    return power * (most >= 5 * power ? 5 : most >= 2 * power ? 2 : 1);
}

}  // namespace

ChunkRange usual_chunk(std::uint64_t cells, std::uint64_t number) {
    const std::uint64_t size = usual_size(cells);
    const auto size_at = [size](std::uint64_t step) {
        return std::max<std::uint64_t>(1, size >> (kDoublings - step));
    };
    const std::uint64_t last = std::min(number / kChunksADoubling, kDoublings);
    std::uint64_t before = (number - last * kChunksADoubling) * size_at(last);
    for (std::uint64_t step = 0; step < last; ++step)
        before += kChunksADoubling * size_at(step);
    return {before, size_at(last)};
}

Interval wilson(double hits, double trials) {
    if (trials == 0) return {0, 1};
    const double share = hits / trials;
    const double centre = share + kZ95 * kZ95 / (2 * trials);
    const double spread =
        kZ95 * std::sqrt(share * (1 - share) / trials + kZ95 * kZ95 / (4 * trials * trials));
    const double scale = 1 + kZ95 * kZ95 / trials;
    // Rounding never excludes the rate itself.
    return {std::max(0.0, std::min((centre - spread) / scale, share)),
            std::min(1.0, std::max((centre + spread) / scale, share))};
}

ColumnsToCount columns_to_count(const Records& records) {
    return {records.outcome, records.guesses, records.lost_at, records.guess_risk, records.guess_exploded};
}

Histograms histograms(const ColumnsToCount& games, std::size_t cells) {
    Histograms result;
    result.by_guesses.resize(2 * (kMostGuesses + 1));
    result.risk_counts.resize(2 * kRiskBins);
    result.risk_sums.resize(kRiskBins);
    result.lost_at.resize(cells);
    for (std::size_t game = 0; game < games.outcome.size(); ++game) {
        const std::size_t row = std::min(games.guesses[game], kMostGuesses);
        result.by_guesses[2 * row] += 1;
        result.by_guesses[2 * row + 1] += static_cast<Status>(games.outcome[game]) == Status::won ? 1 : 0;
        if (const Cell cell = games.lost_at[game]; cell != kNoCell) result.lost_at.at(cell) += 1;
    }
    for (std::size_t guess = 0; guess < games.guess_risk.size(); ++guess) {
        const double risk = games.guess_risk[guess];
        if (std::isnan(risk)) continue;  // it is not known
        const auto bin = std::min(static_cast<std::size_t>(risk * kRiskBins), std::size_t{kRiskBins - 1});
        result.risk_counts[2 * bin] += 1;
        result.risk_counts[2 * bin + 1] += games.guess_exploded[guess] != 0 ? 1 : 0;
        result.risk_sums[bin] += risk;
    }
    return result;
}

std::vector<std::int64_t> time_bins(std::span<const std::uint64_t> nanoseconds) {
    std::vector<std::int64_t> bins(kTimeBins);
    for (const std::uint64_t time : nanoseconds) {
        const double place = kTimeSteps * std::log2(static_cast<double>(std::max<std::uint64_t>(time, 1)));
        bins[std::min(static_cast<std::size_t>(place), std::size_t{kTimeBins - 1})] += 1;
    }
    return bins;
}

namespace {

// Estimates of the spread count this many further games, which have the spread of the plain figure. So the
// estimate is never 0 by chance.
constexpr double kPlainGames = 5;
constexpr double kNoFigure = std::numeric_limits<double>::quiet_NaN();

// The variance of a game without luck, from that of the plain figure.
double spread_of(double games, const LuckFreeSums& sums, double plain) {
    const double rest = std::max(0.0, sums.squares - sums.sum * sums.sum / games);
    return (rest + kPlainGames * plain) / (games + kPlainGames);
}

}  // namespace

LuckFreeFigure luck_free_rate(std::uint64_t games, std::uint64_t wins, const LuckFreeSums& sums) {
    if (games == 0) return {kNoFigure, kNoFigure, {0, 1}, kNoFigure};
    const auto count = static_cast<double>(games);
    const double rate = static_cast<double>(wins) / count;
    const double value = sums.sum / count, plain = rate * (1 - rate);
    const double spread = spread_of(count, sums, plain);
    const double factor = plain > 0 ? plain / spread : 1;
    const double share = std::clamp(value, 0.0, 1.0);
    return {value, std::sqrt(spread / count), wilson(share * count * factor, count * factor), factor};
}

LuckFreeFigure luck_free_rate(std::span<const GameWithLuck> games) {
    std::vector<std::uint8_t> outcome;
    std::vector<double> luck(kLucks * games.size());
    std::uint64_t wins = 0;
    for (const GameWithLuck& game : games) {
        luck[kLucks * outcome.size()] = game.luck;
        outcome.push_back(static_cast<std::uint8_t>(game.is_won ? Status::won : Status::lost));
        wins += game.is_won ? 1 : 0;
    }
    const LuckColumns columns{outcome, luck};
    constexpr int kWeight = 1;
    return luck_free_rate(games.size(), wins, luck_free(luck_sums(0, {&columns, 1}), {&kWeight, 1}));
}

LuckFreeFigure luck_free_difference(std::uint64_t games, std::uint64_t first, std::uint64_t second,
                                    const LuckFreeSums& sums) {
    if (games == 0) return {kNoFigure, kNoFigure, {-1, 1}, kNoFigure};
    const auto count = static_cast<double>(games);
    const double value = sums.sum / count;
    const double only_first = static_cast<double>(first), only_second = static_cast<double>(second);
    const double mean = (only_first - only_second) / count;
    const double plain = (only_first + only_second) / count - mean * mean;
    const double spread = spread_of(count, sums, plain);
    const double error = std::sqrt(count * spread + 1) / count;
    return {value,
            error,
            {std::max(-1.0, value - kZ95 * error), std::min(1.0, value + kZ95 * error)},
            spread > 0 ? plain / spread : 1};
}

}  // namespace sapper

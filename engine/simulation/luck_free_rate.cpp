#include "simulation/luck_free_rate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "board/game.hpp"

namespace sapper {

namespace {

// The spread is estimated as if so many further games had the one with luck. So it is never 0 by chance.
constexpr double kPlainGames = 5;
constexpr double kNoFigure = std::numeric_limits<double>::quiet_NaN();

// The variance of a game without luck, from that of the plain figure.
double spread_of(double games, const LuckFreeSums& sums, double plain) {
    const double rest = std::max(0.0, sums.squares - sums.sum * sums.sum / games);
    return (rest + kPlainGames * plain) / (games + kPlainGames);
}

}  // namespace

LuckFreeFigure luck_free_rate(std::uint64_t games, std::uint64_t won, const LuckFreeSums& sums) {
    if (games == 0) return {kNoFigure, kNoFigure, {0, 1}, kNoFigure};
    const auto count = static_cast<double>(games);
    const double rate = static_cast<double>(won) / count;
    const double value = sums.sum / count, plain = rate * (1 - rate);
    const double spread = spread_of(count, sums, plain);
    const double factor = plain > 0 ? plain / spread : 1;
    const double share = std::clamp(value, 0.0, 1.0);
    return {value, std::sqrt(spread / count), wilson(share * count * factor, count * factor), factor};
}

LuckFreeFigure luck_free_rate(std::span<const GameWithLuck> games) {
    std::vector<std::uint8_t> outcome;
    std::vector<double> luck(kLucks * games.size());
    std::uint64_t won = 0;
    for (const GameWithLuck& game : games) {
        luck[kLucks * outcome.size()] = game.luck;
        outcome.push_back(static_cast<std::uint8_t>(game.won ? Status::won : Status::lost));
        won += game.won ? 1 : 0;
    }
    const LuckColumns columns{outcome, luck};
    constexpr int kWeight = 1;
    return luck_free_rate(games.size(), won, luck_free(luck_sums(0, {&columns, 1}), {&kWeight, 1}));
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

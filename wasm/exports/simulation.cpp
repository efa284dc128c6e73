#include <algorithm>
#include <limits>
#include <vector>

#include "calls.hpp"
#include "protocol/json.hpp"
#include "simulation/series.hpp"
#include "simulation/tally.hpp"
#include "strategy/strategies.hpp"

namespace {

// Argument 0: the name of the player.
sapper::Records play_games(const sapper::Setup& setup, std::uint64_t seed, std::uint64_t first,
                           std::uint32_t count, double seconds) {
    std::shared_ptr<sapper::Player> player =
        sapper::make_player(browser::text_argument(0), setup.topology, setup.mines, setup.rules);
    sapper::Series series(setup, std::move(player));
    if (auto poll = browser::limits_of(seconds).poll) series.set_poll(poll);
    sapper::Records records;
    for (std::uint32_t i = 0; i < count; ++i)
        series.play(seed, first + i, records);
    return records;
}

void give_counts(const std::vector<std::int64_t>& counts) {
    browser::give(std::vector<double>(counts.begin(), counts.end()));
}

void give_figure(const sapper::LuckFreeFigure& figure) {
    sapper::Json json;
    json.object("value", figure.value, "error", figure.error, "win_interval",
                std::vector{figure.interval.low, figure.interval.high}, "factor", figure.factor);
    browser::give_text(json.text());
}

}  // namespace

// Plays games of a seed, by the usual rules. Argument 0: the name of the player. Results: the columns of
// `Histograms`, the bins of the times, and the sums that luck_free() needs, from block 0 on. A game counts as
// taking at least `tick` nanoseconds, the resolution of the browser's clock.
SAPPER_CALL(play_chunk)(browser::TopologyHandle topology, std::uint32_t mines, sapper::FirstClick first_click,
                        std::uint64_t seed, std::uint64_t first, std::uint32_t count, double tick) {
    return browser::answer([=] {
        sapper::Records records = play_games({*topology, mines, {first_click}}, seed, first, count,
                                             std::numeric_limits<double>::infinity());
        for (std::uint64_t& time : records.nanoseconds)
            time = std::max(time, static_cast<std::uint64_t>(tick));
        const sapper::Histograms sums =
            sapper::histograms(sapper::columns_to_count(records), (*topology)->size());
        give_counts(sums.by_guesses);
        give_counts(sums.risk_counts);
        browser::give(sums.risk_sums);
        give_counts(sums.lost_at);
        give_counts(sapper::time_bins(records.nanoseconds));
        const sapper::LuckColumns columns{records.outcome, records.luck};
        std::vector<double> luck(sapper::luck_block(first) * sapper::luck_sums_of_block(1));
        const std::vector<double> of_chunk = sapper::luck_sums(first, {&columns, 1});
        luck.insert(luck.end(), of_chunk.begin(), of_chunk.end());
        browser::give(luck);
    });
}

// Argument 0: the sums that luck_free() needs, from block 0 on. Result: the win rate without luck as JSON.
SAPPER_CALL(luck_free_rate)(double games, double won) {
    return browser::answer([=] {
        constexpr int kWeight = 1;
        const sapper::LuckFreeSums sums = sapper::luck_free(browser::argument<double>(0), {&kWeight, 1});
        give_figure(
            sapper::luck_free_rate(static_cast<std::uint64_t>(games), static_cast<std::uint64_t>(won), sums));
    });
}

// Argument 0: for each game in turn, whether it was won and its luck. Result: that rate as JSON.
SAPPER_CALL(luck_free_rate_of_games)() {
    return browser::answer([=] {
        const std::span<const double> numbers = browser::argument<double>(0);
        std::vector<sapper::GameWithLuck> games;
        for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
            games.push_back({numbers[i] != 0, numbers[i + 1]});
        give_figure(sapper::luck_free_rate(games));
    });
}

// Result: the number of games before a chunk of a run, and in it.
SAPPER_CALL(usual_chunk)(double cells, double number) {
    return browser::answer([=] {
        const sapper::ChunkRange range =
            sapper::usual_chunk(static_cast<std::uint64_t>(cells), static_cast<std::uint64_t>(number));
        browser::give_numbers(range.before, range.count);
    });
}

// Argument 0: pairs of hits and trials. Result: the ends of the intervals.
SAPPER_CALL(wilson)() {
    return browser::answer([=] {
        const std::span<const double> pairs = browser::argument<double>(0);
        std::vector<double> ends;
        for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
            const sapper::Interval interval = sapper::wilson(pairs[i], pairs[i + 1]);
            ends.insert(ends.end(), {interval.low, interval.high});
        }
        browser::give(ends);
    });
}

#include "protocol/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "protocol/json.hpp"
#include "protocol/ratio.hpp"

namespace sapper {

namespace {

constexpr std::size_t kBestTimes = 10;
constexpr std::size_t kLatest = 500;  // listed wins, and points of the curve of win rates
constexpr std::size_t kWindow = 50;   // the win rate at a game is over this many games up to it

// All 3BV of a won game is done, so these are the metrics of its replay.
std::optional<double> three_bv_per_second(const GameResult& win) {
    return ratio(win.three_bv, static_cast<double>(win.elapsed_ms) / 1000);
}
std::optional<double> efficiency(const GameResult& win) {
    return ratio(win.three_bv, win.clicks);
}

void write_win(Json& json, const GameResult& win) {
    json.object("game", win.id, "ended_at", win.at, "elapsed_ms", win.elapsed_ms, "three_bv", win.three_bv,
                "clicks", win.clicks, "three_bv_per_second", three_bv_per_second(win), "efficiency",
                efficiency(win));
}

// Writes the best win by a measure, the earliest of equal ones; null if the measure is not known of any win.
auto best_by(Json& json, const std::vector<GameResult>& wins, auto measure) {
    return [=, &json, &wins] {
        const auto best = std::ranges::max_element(wins, {}, measure);  // nothing is less than any number
        if (measure(*best)) {
            write_win(json, *best);
        } else {
            json.value(nullptr);
        }
    };
}

void write_bests(Json& json, const std::vector<GameResult>& wins) {
    if (wins.empty()) return json.value(nullptr);
    const auto quickness = [](const GameResult& win) { return std::optional(-win.elapsed_ms); };
    json.object("time", best_by(json, wins, quickness), "three_bv_per_second",
                best_by(json, wins, three_bv_per_second), "efficiency", best_by(json, wins, efficiency));
}

void write_win_rates(Json& json, const std::vector<GameResult>& games, const std::vector<bool>& won) {
    std::vector<std::size_t> numbers;
    for (std::size_t game = games.size() - std::min(games.size(), kLatest); game < games.size(); ++game)
        numbers.push_back(game + 1);
    json.list(numbers, [&](std::size_t number) {
        const std::size_t window = std::min(number, kWindow);
        const auto end = won.begin() + static_cast<std::ptrdiff_t>(number);
        const auto wins = std::count(end - static_cast<std::ptrdiff_t>(window), end, true);
        json.object("game", number, "at", games[number - 1].at, "rate",
                    static_cast<double>(wins) / static_cast<double>(window));
    });
}

}  // namespace

std::string statistics_of(const std::vector<GameResult>& games) {
    std::vector<bool> won;
    std::vector<GameResult> wins;
    std::size_t left = 0, helped = 0, streak = 0, best_streak = 0;
    double total_ms = 0, total_three_bv = 0;
    for (const GameResult& game : games) {
        won.push_back(game.standing == "won");
        left += game.standing == "unfinished" || game.standing == "abandoned";
        helped += game.standing == "helped";
        streak = won.back() ? streak + 1 : 0;
        best_streak = std::max(best_streak, streak);
        if (!won.back()) continue;
        wins.push_back(game);
        total_ms += static_cast<double>(game.elapsed_ms);
        total_three_bv += game.three_bv.value_or(0);
    }
    std::optional<std::int64_t> mean_ms;
    if (!wins.empty())
        mean_ms = static_cast<std::int64_t>(std::nearbyint(total_ms / static_cast<double>(wins.size())));
    std::vector<GameResult> quickest = wins;
    std::ranges::stable_sort(quickest, {}, &GameResult::elapsed_ms);
    quickest.resize(std::min(quickest.size(), kBestTimes));
    const auto latest = std::span(wins).last(std::min(wins.size(), kLatest));
    Json json;
    const auto list = [&json](std::span<const GameResult> its) {
        return [&json, its] { json.list(its, [&](const GameResult& win) { write_win(json, win); }); };
    };
    json.object(
        "played", games.size(), "won", wins.size(), "lost", games.size() - wins.size() - left - helped,
        "left", left, "helped", helped, "streak", streak, "best_streak", best_streak, "mean_ms", mean_ms,
        "three_bv_per_second", ratio(1000 * total_three_bv, total_ms), "bests",
        [&] { write_bests(json, wins); }, "best", list(quickest), "wins", list(latest), "win_rates",
        [&] { write_win_rates(json, games, won); });
    return json.text();
}

}  // namespace sapper

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "board/board_names.hpp"
#include "calls.hpp"
#include "formats/recording.hpp"
#include "minefields/three_bv.hpp"
#include "minefields/zini.hpp"
#include "protocol/json.hpp"
#include "reviews/doubts.hpp"
#include "reviews/game_line.hpp"
#include "reviews/standings.hpp"

using sapper::Json;

namespace {

// The events of arguments 1 to 5. An x that is not a number is not known.
std::vector<sapper::MouseEvent> events_of_arguments() {
    const std::span<const double> times = browser::argument<double>(1);
    const std::span<const std::uint8_t> kinds = browser::argument_bytes(2);
    const std::span<const sapper::Cell> cells = browser::argument<sapper::Cell>(3);
    const std::span<const double> x = browser::argument<double>(4);
    const std::span<const double> y = browser::argument<double>(5);
    std::vector<sapper::MouseEvent> events;
    events.reserve(times.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
        const auto kind = static_cast<sapper::MouseKind>(kinds[i]);
        if (std::isnan(x[i])) {
            events.push_back({times[i], kind, cells[i], sapper::kNoPixel, sapper::kNoPixel});
        } else {
            events.push_back(
                {times[i], kind, cells[i], static_cast<std::int64_t>(x[i]), static_cast<std::int64_t>(y[i])});
        }
    }
    return events;
}

using sapper::GameLine;
using sapper::GameRatios;

// Fields by name. Tables make WebAssembly smaller than a call with all of them.
template <typename Whole, typename Part>
using NamedField = std::pair<std::string_view, Part Whole::*>;

constexpr NamedField<GameLine, std::uint32_t> kCounts[] = {
    {"solved", &GameLine::solved},
    {"clicks", &GameLine::clicks},
    {"chord_presses", &GameLine::chord_presses},
    {"open_clicks", &GameLine::open_clicks},
    {"flag_clicks", &GameLine::flag_clicks},
    {"chord_clicks", &GameLine::chord_clicks},
    {"left_clicks", &GameLine::left_clicks},
    {"right_clicks", &GameLine::right_clicks},
    {"double_clicks", &GameLine::double_clicks},
    {"wasted_left", &GameLine::wasted_left},
    {"wasted_right", &GameLine::wasted_right},
    {"wasted_double", &GameLine::wasted_double},
    {"flags", &GameLine::flags},
    {"flags_set", &GameLine::flags_set},
    {"flagged_mines", &GameLine::flagged_mines},
    {"wrong_flags", &GameLine::wrong_flags},
    {"chords_of_flags", &GameLine::chords_of_flags},
    {"longest_streak", &GameLine::longest_streak},
    {"chord_solved", &GameLine::chord_solved},
};
constexpr NamedField<GameLine, std::optional<double>> kHand[] = {
    {"left_per_second", &GameLine::left_per_second},
    {"right_per_second", &GameLine::right_per_second},
    {"double_per_second", &GameLine::double_per_second},
    {"path", &GameLine::path},
    {"straight_path", &GameLine::straight_path},
    {"path_per_second", &GameLine::path_per_second},
    {"path_efficiency", &GameLine::path_efficiency},
    {"flag_yield", &GameLine::flag_yield},
    {"chord_yield", &GameLine::chord_yield},
};
constexpr NamedField<GameRatios, std::optional<double>> kRatios[] = {
    {"efficiency", &GameRatios::ioe},
    {"correctness", &GameRatios::correctness},
    {"throughput", &GameRatios::throughput},
    {"three_bv_per_second", &GameRatios::three_bv_per_second},
    {"rqp", &GameRatios::rqp},
    {"qg", &GameRatios::qg},
    {"stnb", &GameRatios::stnb},
    {"estimated", &GameRatios::estimate},
    {"zini_efficiency", &GameRatios::zini_efficiency},
    {"hzini_efficiency", &GameRatios::hzini_efficiency},
};

// The fields of GameMetrics and MouseMetrics in Python, by the same names.
void write_line(Json& json, const sapper::RecordedGame& record, const sapper::GameLine& line) {
    const std::span<const std::uint8_t> mine_bytes = record.minefield.bytes();
    const sapper::BoardCounts counts = sapper::BoardCounter().count(*record.topology, mine_bytes);
    sapper::Zini zini;
    zini.load(*record.topology, mine_bytes);
    const std::size_t greedy = zini.clicks(sapper::ZiniRule::greedy).size();
    const std::size_t human = zini.clicks(sapper::ZiniRule::human).size();
    const std::size_t effective = line.open_clicks + line.flag_clicks + line.chord_clicks;
    const std::optional<double> seconds = line.seconds > 0 ? std::optional(line.seconds) : std::nullopt;
    const sapper::GameRatios ratios =
        sapper::ratios_of(*record.topology, record.minefield.count(),
                          {counts.three_bv, line.solved, line.clicks, effective, seconds, greedy, human});
    json.object_of([&] {
        json.more("level", sapper::level_of(*record.topology, record.minefield.count()), "style",
                  sapper::style_of(line.flags_set), "board_key", std::to_string(line.board_key), "splits",
                  line.splits, "split_clicks", line.split_clicks, "seconds", line.seconds, "three_bv",
                  counts.three_bv, "openings", counts.openings, "islands", counts.islands, "zini", greedy,
                  "hzini", human, "effective_clicks", effective, "button_clicks", line.button_clicks());
        for (const auto& [name, count] : kCounts)
            json.more(name, line.*count);
        for (const auto& [name, figure] : kHand)
            json.more(name, line.*figure);
        for (const auto& [name, ratio] : kRatios)
            json.more(name, ratios.*ratio);
    });
}

}  // namespace

// Argument 0: the minefield, a byte for each cell. Arguments 1 to 5: the times, kinds, cells, x and y of all
// events; x is NaN where the pixel is not known. `seconds` is the time of the game, NaN for that of the
// events. Argument 6: what the file says of the time, the 3BV, the result, the level and the mode, each on a
// line. Results: the line of the game, and what is odd about it, as JSON.
SAPPER_CALL(game_line)(browser::TopologyHandle topology, sapper::Win win, sapper::OnMine on_mine,
                       bool question_marks, sapper::Guessing guessing, std::uint32_t cell_size,
                       double seconds) {
    return browser::answer([=] {
        const std::span<const std::uint8_t> mine_bytes = browser::argument_bytes(0);
        const std::vector<sapper::MouseEvent> events = events_of_arguments();
        const sapper::RecordedGame record{*topology,
                                          sapper::Minefield({mine_bytes.begin(), mine_bytes.end()}),
                                          {sapper::FirstClick::any, win, on_mine, question_marks, guessing},
                                          events,
                                          cell_size,
                                          browser::limit_of(seconds)};
        const sapper::GameLine line = sapper::game_line(record);
        Json json;
        write_line(json, record, line);
        browser::give_text(json.text());
        browser::Lines claims(browser::text_argument(6));
        const std::string_view time = claims.next();
        const std::string_view three_bv = claims.next();
        const std::string_view status = claims.next();
        const std::string_view level = claims.next();
        const std::string_view mode = claims.next();
        Json odd;
        odd.list(sapper::doubts_of(record, line, {time, three_bv, status, level, mode}),
                 [&](const sapper::Doubt& doubt) {
                     odd.object("name", doubt.kind, "grade",
                                sapper::kDoubtGrades[static_cast<std::size_t>(doubt.grade)], "text",
                                doubt.text);
                 });
        browser::give_text(odd.text());
    });
}

// Arguments 0 to 3: the splits of two games, and the clicks until each of them. Result: their parts as JSON.
SAPPER_CALL(side_by_side)(bool is_same_board, std::uint32_t parts) {
    return browser::answer([=] {
        const auto both = [](const auto& values) { return std::vector(values.begin(), values.end()); };
        const std::array<sapper::Pace, 2> paces{
            {{browser::argument<double>(0), browser::argument<std::uint32_t>(2)},
             {browser::argument<double>(1), browser::argument<std::uint32_t>(3)}}};
        Json json;
        json.list(sapper::phases_of(paces, is_same_board, parts), [&](const sapper::Phase& phase) {
            json.object("solved", both(phase.solved), "at", both(phase.at), "took", both(phase.took), "speed",
                        both(phase.speed), "clicks", both(phase.clicks), "click_speed",
                        both(phase.click_speed), "efficiency", both(phase.efficiency), "gap", phase.gap());
        });
        browser::give_text(json.text());
    });
}

// Result: the names of sapper::kStandingMetrics as JSON.
SAPPER_CALL(standing_metrics)() {
    return browser::answer([] {
        std::vector<std::string_view> names;
        for (const sapper::StandingMetric& metric : sapper::kStandingMetrics)
            names.push_back(metric.name);
        Json json;
        json.value(names);
        browser::give_text(json.text());
    });
}

// Argument 0: the mode (empty for the usual game), the level, the board and the style of each game, each on a
// line. Argument 1: for each game whether it was won, the cells of its board, its 3BV, how much of that was
// done, and the metrics of sapper::kStandingMetrics; NaN where one is not known. The games are in the order
// of play. Result: the standings as JSON, each with the index of its first game.
SAPPER_CALL(standings_of)() {
    return browser::answer([] {
        std::vector<sapper::GameKind> kinds;
        for (browser::Lines lines(browser::text_argument(0)); !lines.is_at_end();) {
            sapper::GameKind& kind = kinds.emplace_back();
            for (std::string* part : {&kind.mode, &kind.level, &kind.board, &kind.style})
                *part = lines.next();
        }
        const std::vector<std::size_t> groups = sapper::kind_numbers(kinds);
        const std::span<const double> facts = browser::argument<double>(1);
        constexpr std::size_t kFields = 4 + sapper::kStandingMetrics.size();
        std::vector<sapper::StandingGame> games;
        for (std::size_t game = 0; game < groups.size(); ++game) {
            const std::span<const double> its = facts.subspan(game * kFields, kFields);
            const auto count = [&](std::size_t field) { return static_cast<std::size_t>(its[field]); };
            games.push_back({groups[game], its[0] != 0, count(1), count(2), count(3), {}});
            std::ranges::copy(its.subspan(4), games.back().values.begin());
        }
        const auto standings = sapper::standings_of(games);
        Json json;
        const auto write_figures = [&](const sapper::Standing& standing) {
            json.object_of([&] {
                for (std::size_t metric = 0; metric < standing.figures.size(); ++metric) {
                    const auto& [figure_count, best, game, means, mean] = standing.figures[metric];
                    const auto write_figure = [&, &figure_count = figure_count, &best = best, &game = game,
                                               &means = means, &mean = mean] {
                        json.object("count", figure_count, "best", best, "game", game, "means",
                                    std::vector(means.begin(), means.end()), "mean", mean);
                    };
                    json.more(sapper::kStandingMetrics[metric].name, write_figure);
                }
            });
        };
        const auto write_records = [&](const sapper::Standing& standing) {
            json.list(standing.records, [&](const sapper::ClassRecord& record) {
                json.object("least", record.least, "most", record.most, "wins", record.wins, "seconds",
                            record.seconds, "game", record.game);
            });
        };
        std::size_t group = 0;
        json.list(standings, [&](const sapper::Standing& standing) {
            const auto first = std::ranges::find(groups, group++) - groups.begin();
            json.object(
                "first", first, "games", standing.games, "won", standing.won, "figures",
                [&] { write_figures(standing); }, "records", [&] { write_records(standing); }, "progress",
                standing.progress);
        });
        browser::give_text(json.text());
    });
}

// Argument 0: the board and the key of the line of each game, each on a line. Result: for each game the index
// of the first game before it on the same minefield, or NaN.
SAPPER_CALL(earlier_games)() {
    return browser::answer([] {
        std::vector<sapper::MinefieldKey> fields;
        for (browser::Lines lines(browser::text_argument(0)); !lines.is_at_end();) {
            const std::string_view board = lines.next();
            std::uint64_t key = 0;
            for (const char digit : lines.next())
                key = 10 * key + static_cast<std::uint64_t>(digit - '0');
            fields.push_back({std::string(board), key});
        }
        std::vector<double> earlier;
        for (const std::optional<std::size_t>& game : sapper::earlier_games(fields))
            earlier.push_back(game ? static_cast<double>(*game) : std::nan(""));
        browser::give(earlier);
    });
}

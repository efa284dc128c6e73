#include "protocol/page_answers.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include "hints/hint.hpp"
#include "minefields/three_bv.hpp"
#include "protocol/json.hpp"
#include "protocol/turn.hpp"
#include "util/floats.hpp"

namespace sapper {

namespace {

std::uint32_t solved_three_bv(const Game& game, const std::vector<std::uint8_t>& mine_bytes) {
    return BoardCounter().solved_three_bv(*game.topology(), mine_bytes, game.marks());
}

// The 3BV done as far as the player can see it, without the mines: openings with an open zero, and open
// numbers that touch no open zero. It may exceed the 3BV done, because numbers that touch only closed zeros
// count, too. A zero beside a cell that a flag kept closed counts as a number.
std::uint32_t visible_three_bv(const Game& game) {
    std::vector<std::uint8_t> is_closed;
    for (const Mark mark : game.marks())
        is_closed.push_back(mark < 0);
    return solved_three_bv(game, is_closed);
}

void write_metrics(Json& json, const Game& game, std::uint32_t progress, std::uint32_t clicks,
                   double seconds) {
    const BoardCounts counts = BoardCounter().count(*game.topology(), game.minefield()->bytes());
    // A guess that lost by the rule of guessing opened nothing.
    const std::size_t moves = game.history().size() - (game.is_lost_by_guess() ? 1 : 0);
    const std::optional<double> known_time = seconds > 0 ? std::optional(seconds) : std::optional<double>();
    const GameRatios ratios =
        ratios_of(*game.topology(), game.mines(), {counts.three_bv, progress, clicks, moves, known_time});
    json.object("three_bv", counts.three_bv, "openings", counts.openings, "islands", counts.islands, "solved",
                progress, "clicks", clicks, "effective_clicks", moves, "efficiency", ratios.ioe,
                "correctness", ratios.correctness, "throughput", ratios.throughput, "three_bv_per_second",
                ratios.three_bv_per_second, "rqp", ratios.rqp, "qg", ratios.qg, "stnb", ratios.stnb,
                "estimated", ratios.estimate);
}

void write_end(Json& json, const Game& game, std::optional<Action> guess, const auto& metrics) {
    const auto cells_with = [&minefield = *game.minefield(), &marks = game.marks()](std::optional<Mark> mark,
                                                                                    bool mine_bytes) {
        std::vector<Cell> cells;
        for (Cell cell = 0; cell < marks.size(); ++cell)
            if (mine_bytes == minefield[cell] && (!mark || *mark == marks[cell])) cells.push_back(cell);
        return cells;
    };
    const std::string_view cause = guess ? "guess" : game.status() == Status::lost ? "mine" : "cleared";
    // Mines may have made room for the first cell.
    const auto first = std::ranges::find(game.history(), Action::Kind::open, &Action::kind);
    json.object(
        "cause", cause, "cells", guess ? cells_to_open(game.position(), *guess) : cells_with(kExploded, true),
        "mined", cells_with(std::nullopt, true), "wrong_flags", cells_with(kFlag, false), "first",
        first == game.history().end() ? std::nullopt : std::optional(first->cell), "metrics", metrics);
}

// A deduction with all its premises, or only a sentence.
struct HintStep {
    std::optional<std::string_view> rule = {};
    std::optional<std::string_view> pattern = {};
    std::optional<std::string_view> difficulty = {};
    std::vector<Cell> safe = {};
    std::vector<Cell> mines = {};
    Premises premises = {};
    Phrase sentence = {};
};

HintStep step_at(const ExplanationInWords& explanation, std::size_t place) {
    const Deduction& deduction = explanation.deductions()[place];
    return {name_of(deduction.rule),       explanation.pattern(place),   name_of(deduction.difficulty),
            deduction.proved_cells(false), deduction.proved_cells(true), explanation.premises(place),
            explanation.explanation(place)};
}

void write(Json& json, const HintStep& step, const auto&... others) {
    json.object("rule", step.rule, "pattern", step.pattern, "difficulty", step.difficulty, "safe", step.safe,
                "mines", step.mines, "numbers", step.premises.numbers, "cells", step.premises.known_cells,
                "mine_count", step.premises.mine_count, "sentence", step.sentence, others...);
}

// The steps that one press after the other shows: the deductions, then the advice if no cell is safe.
std::vector<HintStep> in_turn(const Hint& hint, std::size_t most) {
    std::vector<HintStep> hints;
    for (const std::size_t place : hint.explanation.in_turn()) {
        if (hints.size() == most) return hints;
        hints.push_back(step_at(hint.explanation, place));
    }
    if (hint.ending.adds_advice && hints.size() < most) hints.push_back({.sentence = hint.ending.advice});
    return hints;
}

// The best guesses with their figures. None if these take too long.
std::vector<RankedMove> best_guesses(const Position& position, const Hint& hint, std::size_t most,
                                     const Limits& limits) {
    if (!hint.guess || !hint.guess->figures) return {};
    std::vector<RankedMove> moves;
    try {
        const RankingOrder order{.rules = {}, .most = most, .mine_count = position.prior == nullptr};
        moves = rank_moves(position, order, limits).value_or(moves);
    } catch (const BudgetExceeded&) {
    } catch (const TimeIsUp&) {
    }
    std::erase_if(moves, [](const RankedMove& move) { return move.flag; });
    return moves;
}

constexpr std::size_t kBestTimes = 10;
constexpr std::size_t kLatestGames = 500;  // the wins in the list, and the points of the curve of win rates
constexpr std::size_t kWindow = 50;        // the win rate at a game is over this many games up to it

// All 3BV of a won game is done, so these are the metrics of its replay.
std::optional<double> three_bv_per_second(const GameResult& win) {
    return quotient(win.three_bv, static_cast<double>(win.elapsed_ms) / 1000);
}
std::optional<double> efficiency(const GameResult& win) {
    return quotient(win.three_bv, win.clicks);
}

void write_win(Json& json, const GameResult& win) {
    json.object("game", win.id, "ended_at", win.at, "elapsed_ms", win.elapsed_ms, "three_bv", win.three_bv,
                "clicks", win.clicks, "three_bv_per_second", three_bv_per_second(win), "efficiency",
                efficiency(win));
}

// Writes the best win by a measure, the earliest of equals. Writes null if no win has the measure.
auto best_by(Json& json, const std::vector<GameResult>& wins, auto measure) {
    return [=, &json, &wins] {
        // An empty optional is less than any number.
        const auto best = std::ranges::max_element(wins, {}, measure);
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

void write_win_rates(Json& json, const std::vector<GameResult>& games, const std::vector<bool>& is_win) {
    std::vector<std::size_t> numbers;
    for (std::size_t game = games.size() - std::min(games.size(), kLatestGames); game < games.size(); ++game)
        numbers.push_back(game + 1);
    json.list(numbers, [&](std::size_t number) {
        const std::size_t window = std::min(number, kWindow);
        const auto end = is_win.begin() + static_cast<std::ptrdiff_t>(number);
        const auto wins = std::count(end - static_cast<std::ptrdiff_t>(window), end, true);
        json.object("game", number, "at", games[number - 1].at, "rate",
                    static_cast<double>(wins) / static_cast<double>(window));
    });
}

}  // namespace

std::string standing_of(const Game& game, std::uint32_t clicks, double seconds, std::size_t most_cells) {
    std::optional<Action> guess;  // the one that lost by a rule of guessing
    if (game.is_lost_by_guess()) guess = game.history().back();
    const bool is_over = game.status() != Status::playing;
    std::optional<std::uint32_t> progress;
    if (is_over) {
        progress = solved_three_bv(game, game.minefield()->bytes());
    } else if (game.marks().size() <= most_cells) {
        progress = visible_three_bv(game);
    }
    Json json;
    const auto metrics = [&] { write_metrics(json, game, *progress, clicks, seconds); };
    const auto end = [&] { is_over ? write_end(json, game, guess, metrics) : json.value(nullptr); };
    json.object("status", kStatusNames[static_cast<std::size_t>(game.status())], "begun", !game.is_fresh(),
                "mines_left", game.mines_left(), "safe_left", game.safe_left(), "solved", progress, "moves",
                game.history().size() - (guess ? 1 : 0), "clicks", clicks, "end", end);
    return json.text();
}

std::string metrics_of(const Game& game, std::uint32_t clicks, double seconds) {
    Json json;
    write_metrics(json, game, solved_three_bv(game, game.minefield()->bytes()), clicks, seconds);
    return json.text();
}

std::string page_hint(const Position& position, const PageHintOrder& order, const Limits& limits) {
    const Hint result = hint(position, position.prior == nullptr, order.first_click, false, 0, limits);
    const bool is_certain = !result.explanation.in_turn().empty();
    HintStep first;
    if (is_certain) first = step_at(result.explanation, result.explanation.in_turn()[0]);
    first.sentence = result.ending.text;
    const std::vector<HintStep> hints = in_turn(result, order.most_in_turn);
    const std::vector<RankedMove> moves = best_guesses(position, result, order.most_guesses, limits);
    Json json(kFirstForPeople);
    const auto write_hints = [&] { json.list(hints, [&](const HintStep& each) { write(json, each); }); };
    const auto write_guess = [](Json& to, const AdvisedGuess& guess) {
        std::optional<double> win;
        if (guess.figures) win = guess.figures->win_probability;
        to.object("cell", guess.cell, "risk", guess.risk, "win", win, "reason", guess.reason);
    };
    const auto write_safest = [](Json& to, const AdvisedGuess& guess) {
        to.object("cell", guess.safest, "risk", guess.safest_risk);
    };
    const auto write_moves = [&] {
        json.list(moves, [&](const RankedMove& move) { write_move(json, move, nullptr); });
    };
    write(json, first, "certain", is_certain, "hints", write_hints, "conclusion", result.ending.conclusion,
          "guess", or_null(json, result.guess, write_guess), "safest",
          or_null(json, result.guess, write_safest), "moves", write_moves);
    return json.text();
}

std::string page_loss(const Position& position, Action action, bool first_is_safe, bool by_rule,
                      const Limits& limits) {
    const Loss loss = loss_of(position, action, first_is_safe, by_rule, limits);
    Json json(kFirstForPeople);
    json.object("risk", loss.risk, "safe", loss.safe, "numbers", loss.numbers, "cells", loss.known_cells,
                "safest", loss.safest, "sentence", loss.sentence);
    return json.text();
}

std::string statistics_of(const std::vector<GameResult>& games) {
    std::vector<bool> is_win;
    std::vector<GameResult> wins;
    std::size_t left = 0, with_help = 0, streak = 0, best_streak = 0;
    double total_ms = 0, total_three_bv = 0;
    for (const GameResult& game : games) {
        is_win.push_back(game.standing == "won");
        left += game.standing == "unfinished" || game.standing == "abandoned";
        with_help += game.standing == "helped";
        streak = is_win.back() ? streak + 1 : 0;
        best_streak = std::max(best_streak, streak);
        if (!is_win.back()) continue;
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
    const auto latest = std::span(wins).last(std::min(wins.size(), kLatestGames));
    Json json;
    const auto list = [&json](std::span<const GameResult> its) {
        return [&json, its] { json.list(its, [&](const GameResult& win) { write_win(json, win); }); };
    };
    json.object(
        "played", games.size(), "won", wins.size(), "lost", games.size() - wins.size() - left - with_help,
        "left", left, "helped", with_help, "streak", streak, "best_streak", best_streak, "mean_ms", mean_ms,
        "three_bv_per_second", quotient(1000 * total_three_bv, total_ms), "bests",
        [&] { write_bests(json, wins); }, "best", list(quickest), "wins", list(latest), "win_rates",
        [&] { write_win_rates(json, games, is_win); });
    return json.text();
}

}  // namespace sapper

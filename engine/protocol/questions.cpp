// What the protocol answers about a position: analysis, safest cell, hint, ranking and chance to win.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "deduction/phrase.hpp"
#include "hints/hint.hpp"
#include "hints/ranking.hpp"
#include "inference/analysis.hpp"
#include "protocol/boards.hpp"
#include "protocol/named_strategies.hpp"
#include "protocol/request.hpp"
#include "protocol/session.hpp"
#include "protocol/turn.hpp"
#include "strategy/evaluation.hpp"
#include "strategy/own_player.hpp"
#include "strategy/strategies.hpp"

namespace sapper {

namespace {

// The number of moves that the request wants, and the measure that orders guesses.
struct MovesOrder {
    std::optional<std::size_t> most;
    std::optional<std::string_view> by;
    std::uint64_t seed = 0;
};

MovesOrder moves_order(Request& request) {
    const JsonValue* most = request.whole("most");
    if (most != nullptr && (most->is_negative() || most->digits() == "0"))
        throw wrong_request(request.name_of_field("most") + " must be 1 or more, not " + short_json(*most));
    MovesOrder order{{}, request.text("by")};
    request.whole("seed");
    order.seed = request.word("seed");
    if (most != nullptr) {
        order.most = static_cast<std::size_t>(
            std::min<std::uint64_t>(word_in(*most).value_or(kMostCells), kMostCells));
    }
    return order;
}

bool is_by_win(std::optional<std::string_view> by) {
    constexpr std::array<std::string_view, 2> kNames = {"best", "win"};
    const std::string_view name = by.value_or(kNames[0]);
    if (std::ranges::find(kNames, name) == kNames.end())
        throw Refusal("error", unknown_name("`by`", name, kNames));
    return name == kNames[1];
}

const Position& position_with_mines(const FilePosition& position) {
    if (!position.is_counted)
        throw Refusal("position", mines_missing(position.position.topology->shape()).what());
    return position.position;
}

// The position, if it has a number of mines or something in its place.
const Position& position_with_chances(const FilePosition& position) {
    return position.position.prior == nullptr ? position_with_mines(position) : position.position;
}

std::optional<std::uint32_t> mines_of_board(const FilePosition& position) {
    return position.is_counted ? std::optional(position.position.mines) : std::nullopt;
}

// `analysis` is that of the position, if there is one.
std::vector<RankedMove> rank(const FilePosition& current, const MovesOrder& wish, bool trust_flags,
                             const Analysis* analysis, const Turn& turn) {
    const bool by_win = is_by_win(wish.by);
    if (by_win) position_with_mines(current);
    const Position& position = current.position;
    const RankingOrder order{.rules = {},
                             .most = std::min(*wish.most, position.marks.size()),
                             .by_win = by_win,
                             .trust_flags = trust_flags,
                             .mine_count = current.is_counted,
                             .seed = wish.seed,
                             .analysis = analysis};
    auto moves = turn.run("the ranking", &position,
                          [&](const Limits& limits) { return rank_moves(position, order, limits); });
    if (!moves) throw Refusal("position", mines_missing(position.topology->shape()).what());
    return *moves;
}

// The exact number of configurations. Nothing if it is unknown or too long, or if the time is up.
std::optional<std::string> configurations(const Analysis& analysis, const Turn& turn) {
    constexpr double kMostDigits = 4000;
    if (!analysis.exact || analysis.log_configurations > kMostDigits * std::numbers::ln10)
        return std::nullopt;
    try {
        return turn.run("the count of configurations", nullptr,
                        [&](const Limits& limits) { return count_configurations(analysis, limits).text(); });
    } catch (const Refusal& refusal) {
        if (refusal.type != "budget") throw;
        return std::nullopt;
    }
}

Analysis analysis_of(const Position& position, bool trust_flags, const Turn& turn) {
    return turn.run("the analysis", &position,
                    [&](const Limits& limits) { return analyse(position, trust_flags, limits); });
}

void write_moves(Json& json, const std::vector<RankedMove>& moves, const Topology& topology) {
    json.list(moves, [&](const RankedMove& move) { write_move(json, move, &topology); });
}

// The proven chance to win. Without the number of mines it is known only if every cell is certain.
std::optional<double> chance_to_win(const FilePosition& current, bool trust_flags, const Analysis& analysis) {
    if (current.is_counted) {
        return win_probability(current.position, Rules{}.first_click, trust_flags, analysis.verdicts,
                               analysis.exact);
    }
    if (std::ranges::find(analysis.verdicts, Verdict::uncertain) != analysis.verdicts.end())
        return std::nullopt;
    return 1.0;
}

std::vector<Cell> cells_that_are(Verdict verdict, const std::vector<Verdict>& verdicts) {
    std::vector<Cell> cells;
    for (Cell cell = 0; cell < verdicts.size(); ++cell)
        if (verdicts[cell] == verdict) cells.push_back(cell);
    return cells;
}

void write_analysis(Json& json, const Analysis& analysis, const FilePosition& current) {
    const Position& position = current.position;
    const Topology& topology = *position.topology;
    const Cell best = analysis.safest.cell;
    const bool any = best != kNoCell;
    const auto write_errors = [&] {
        analysis.exact ? json.value(nullptr) : write_nested(json, topology, analysis.error);
    };
    json.more(
        "answer", "analysis", "board",
        [&] { write_board(json, topology, mines_of_board(current), position.prior.get()); },
        "mine_probability", [&] { write_nested(json, topology, analysis.mine_probability); },
        "mine_probability_error", write_errors, "safe",
        [&] { write_cells(json, topology, cells_that_are(Verdict::safe, analysis.verdicts)); }, "mines",
        [&] { write_cells(json, topology, cells_that_are(Verdict::mine, analysis.verdicts)); }, "safest",
        [&] { write_cell(json, topology, best); }, "safest_risk",
        any ? std::optional(analysis.mine_probability[best]) : std::nullopt);
}

}  // namespace

std::string analysis_answer(const Question& question) {
    Request& request = question.request;
    const bool counts = request.truth("configurations").value_or(false);
    const MovesOrder order = moves_order(request);
    if (order.by && !order.most) throw wrong_request("`by` orders the moves: it needs `most`");
    const bool trust_flags = request.truth("trust_flags").value_or(false);
    const std::optional<double> seconds = request.seconds("time_limit");
    request.refuse_others();
    const FilePosition& current = question.position();
    const Position& position = position_with_chances(current);
    const Turn turn(question.caller, seconds);
    const Analysis analysis = analysis_of(position, trust_flags, turn);
    const double milliseconds = turn.milliseconds();
    std::vector<RankedMove> moves;
    if (order.most) moves = rank(current, order, trust_flags, &analysis, turn);
    const auto count = counts ? configurations(analysis, turn) : std::nullopt;
    Json json;
    json.object_of([&] {
        write_analysis(json, analysis, current);
        json.more("configurations", count, "log10_configurations",
                  std::max(0.0, analysis.log_configurations / std::numbers::ln10),
                  "log10_configurations_error", analysis.log_configurations_error / std::numbers::ln10,
                  "exact", analysis.exact, "win_probability", chance_to_win(current, trust_flags, analysis),
                  "elapsed_ms", milliseconds);
        if (order.most) json.more("moves", [&] { write_moves(json, moves, *position.topology); });
    });
    return json.text();
}

std::string safest_answer(const Question& question) {
    Request& request = question.request;
    const bool trust_flags = request.truth("trust_flags").value_or(false);
    const std::optional<double> seconds = request.seconds("time_limit");
    request.refuse_others();
    const Position& position = position_with_chances(question.position());
    const Analysis analysis = analysis_of(position, trust_flags, Turn(question.caller, seconds));
    const Cell best = analysis.safest.cell;
    Json json;
    std::optional<double> risk;
    if (best != kNoCell) risk = analysis.mine_probability[best];
    json.object(
        "answer", "safest", "cell", [&] { write_cell(json, *position.topology, best); }, "risk", risk);
    return json.text();
}

std::string hint_answer(const Question& question) {
    Request& request = question.request;
    const bool everything = request.truth("all").value_or(false);
    const bool trust_flags = request.truth("trust_flags").value_or(false);
    const std::optional<double> seconds = request.seconds("time_limit");
    const MovesOrder order = moves_order(request);
    request.refuse_others();
    const FilePosition& current = question.position();
    const Position& position = current.position;
    const bool by_win = is_by_win(order.by);
    if (by_win && position.prior != nullptr) position_with_mines(current);
    const Turn turn(question.caller, seconds);
    FilePosition basis = current;
    const Hint result = turn.run("the search for hints", &position, [&](const Limits& limits) {
        if (trust_flags) basis.position = with_trusted_flags(position, current.is_counted, limits);
        return hint(basis.position, current.is_counted, std::nullopt, by_win, order.seed, limits);
    });
    const double milliseconds = turn.milliseconds();
    const ExplanationInWords& explanation = result.explanation;
    std::vector<RankedMove> moves;
    const bool any = current.is_counted || position.has_chances() || !explanation.deductions().empty();
    if (order.most && any) moves = rank(basis, order, false, nullptr, turn);
    const Topology& topology = *position.topology;
    Json json;
    const auto write_first = [&] {
        explanation.in_turn().empty()
            ? json.value(nullptr)
            : write_deduction(json, explanation, explanation.in_turn()[0], topology);
    };
    const auto write_all = [&] {
        std::size_t place = 0;
        json.list(explanation.deductions(),
                  [&](const auto&) { write_deduction(json, explanation, place++, topology); });
    };
    const auto difficulty = explanation.deductions().empty()
                                ? std::nullopt
                                : std::optional(name_of(explanation.deductions().back().difficulty));
    json.object_of([&] {
        json.more(
            "answer", "hint", "board",
            [&] { write_board(json, topology, mines_of_board(current), position.prior.get()); }, "difficulty",
            difficulty, "deduction", write_first, "guess",
            or_null(json, result.guess,
                    [&](Json& to, const AdvisedGuess& guess) { write_guess(to, guess, topology); }),
            "complete", explanation.complete(), "text", text_of(result.ending.text), "elapsed_ms",
            milliseconds);
        if (everything) json.more("deductions", write_all);
        if (order.most) json.more("moves", [&] { write_moves(json, moves, topology); });
    });
    return json.text();
}

std::string evaluation_answer(const Question& question) {
    constexpr std::uint64_t kMostGames = 1'000'000;
    constexpr double kError = 0.01;
    Request& request = question.request;
    const double error = request.positive("error", "between 0 and 1", 1).value_or(kError);
    request.whole("games");
    request.whole("seed");
    const std::string_view player = request.text("strategy").value_or("fast");
    const bool trust_flags = request.truth("trust_flags").value_or(false);
    const std::optional<double> seconds = request.seconds("time_limit");
    request.refuse_others();
    const Position& position = position_with_mines(question.position());
    if (position.mines == position.marks.size())
        throw Refusal("error", "a game needs a safe cell, but every cell is a mine");
    check_strategy(player);
    const std::uint64_t most = request.has("games") ? request.word("games", 1) : kMostGames;
    const std::uint64_t seed = request.word("seed");
    const EvaluationOrder order{player, Rules{}.first_click, error, most, seed, trust_flags};
    const WinEstimate estimate = estimate_win(position, order, Turn(question.caller, seconds));
    Json json;
    json.object("answer", "evaluation", "win_probability", estimate.win_probability, "error", estimate.error,
                "exact", estimate.exact, "games", estimate.games, "strategy", player, "seed", seed);
    return json.text();
}

}  // namespace sapper

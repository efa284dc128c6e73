#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <string>
#include <tuple>

#include "arrays.hpp"
#include "bind.hpp"
#include "formats/recording.hpp"
#include "limits.hpp"
#include "phrases.hpp"
#include "python_objects.hpp"
#include "reviews/doubts.hpp"
#include "reviews/game_line.hpp"
#include "reviews/reviewer.hpp"
#include "reviews/standings.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Judgement;
using sapper::MoveChance;
using sapper::MoveVerdict;
using sapper::ReviewedMove;
using sapper::Reviewer;

namespace {

using ReviewerObject = Shared<Reviewer>;
constexpr const char* kReviewer = "Reviewer";
using Seconds = std::optional<double>;
using Risk = std::optional<double>;

using Seconds64 = ArrayIn<double>;
using Pixels = ArrayIn<std::int64_t>;

// A recorded game, and the events that it views.
struct RecordingObject {
    std::vector<sapper::MouseEvent> events;
    sapper::RecordedGame game;
};

void make_recorded_game(RecordingObject* self, TopologyIn topology, const BytesIn& mine_bytes,
                        sapper::Rules rules, const BytesIn& kinds, const ArrayIn<sapper::Cell>& cells,
                        const Seconds64& times, const Pixels& xs, const Pixels& ys, std::uint32_t cell_size) {
    const std::size_t count = kinds.size();
    if (cells.size() != count || times.size() != count || xs.size() != count || ys.size() != count)
        throw std::invalid_argument("every event has a kind, a cell, a time and a pixel");
    std::vector<sapper::MouseEvent> events;
    events.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        events.push_back({times(i), static_cast<sapper::MouseKind>(kinds(i)), cells(i), xs(i), ys(i)});
    sapper::Minefield minefield(
        std::vector<std::uint8_t>(mine_bytes.data(), mine_bytes.data() + mine_bytes.size()));
    new (self)
        RecordingObject{std::move(events), {std::move(topology), std::move(minefield), rules, {}, cell_size}};
    self->game.events = self->events;
}

sapper::GameLine line_in(const RecordingObject& self) {
    return sapper::game_line(self.game, limits_of(std::nullopt, nullptr));
}

// The kind, the grade and the sentence.
using DoubtOut = std::tuple<std::string_view, std::string_view, std::string>;

std::vector<DoubtOut> doubts_in(const RecordingObject& self, const sapper::GameLine& line,
                                std::string_view time, std::string_view three_bv, std::string_view status,
                                std::string_view level, std::string_view mode) {
    std::vector<DoubtOut> doubts;
    for (const auto& [kind, grade, text] :
         sapper::doubts_of(self.game, line, {time, three_bv, status, level, mode}))
        doubts.emplace_back(kind, sapper::kDoubtGrades[static_cast<std::size_t>(grade)], text);
    return doubts;
}

// The time limit counts from here, not from each move.
void make_reviewer(ReviewerObject* self, TopologyIn topology, const BytesIn& mine_bytes, sapper::Rules rules,
                   bool by_win, std::uint64_t seed, Seconds time_limit, const Cancel* cancel) {
    sapper::Minefield minefield(
        std::vector<std::uint8_t>(mine_bytes.data(), mine_bytes.data() + mine_bytes.size()));
    new (self) ReviewerObject(std::move(topology), std::move(minefield), rules, by_win,
                              limits_of(time_limit, cancel), seed);
}

void repeat(ReviewerObject& self, sapper::Action action, sapper::Cell press_cell, std::int64_t x,
            std::int64_t y, std::uint32_t cell_size) {
    const Changing changing(self.users, kReviewer);
    self.act(action, {press_cell, x, y, cell_size});
}

void set_outcomes(ReviewerObject& self) {
    const Changing changing(self.users, kReviewer);
    self.set_outcomes();
}

// A binding of a method that only reads the review.
template <auto Method>
auto read(const ReviewerObject& self) {
    const Reading reading(self.users, kReviewer);
    const Reviewer& reviewer = self;
    return std::invoke(Method, reviewer);
}

bool has_ended(const Reviewer& self) {
    return self.game().status() != sapper::Status::playing;
}

std::vector<ReviewedMove> moves_of(const Reviewer& self) {
    return self.moves();
}

// The deduction, its pattern, and the sentence.
using MissedDeductionOut = std::tuple<sapper::Deduction, std::optional<std::string_view>, PhraseOut>;

std::vector<MissedDeductionOut> missed_deductions_of(const ReviewedMove& self) {
    std::vector<MissedDeductionOut> deductions;
    for (const sapper::MissedDeduction& each : self.missed_deductions)
        deductions.emplace_back(each.deduction, each.pattern, phrase_out(each.sentence));
    return deductions;
}

using WhyOut = std::tuple<PhraseOut, std::vector<sapper::Cell>, std::vector<sapper::Cell>>;

std::optional<WhyOut> why_of(const ReviewedMove& self) {
    if (!self.why) return std::nullopt;
    return WhyOut{phrase_out(self.why->sentence), self.why->premises.numbers, self.why->premises.known_cells};
}

// `verdict` is the number of a MoveVerdict.
Judgement judgement(std::size_t verdict, Risk risk, double safest_risk) {
    if (verdict > static_cast<std::size_t>(MoveVerdict::idle)) throw std::out_of_range("no such verdict");
    return {static_cast<MoveVerdict>(verdict), risk, safest_risk};
}

template <auto Method>
auto of_judgement(std::size_t verdict, Risk risk, double safest_risk) {
    const Judgement result = judgement(verdict, risk, safest_risk);
    return std::invoke(Method, result);
}

// The fields of MoveFigures::Loss, in their order.
using LossIn = std::tuple<double, double, double, double>;
// The judgement of a move, whether it hit a mine, whether it lost by the rule of guessing, its loss, and how
// far it was from where it would have been no risk.
using JudgementIn =
    std::tuple<std::size_t, Risk, double, bool, bool, std::optional<LossIn>, std::optional<double>>;

// The numbers of forced, riskier and needless guesses, of slips, and of guesses that may be slips; the
// expected and the actual number of mines hit; the excess risk; luck and needed luck; the lost chance to win,
// and the share that is left, each with its standard error; the number of guesses of each grade.
using Summary =
    std::tuple<std::size_t, std::size_t, std::size_t, std::size_t, std::size_t, double, std::size_t, double,
               double, double, double, double, double, double, std::vector<std::size_t>>;

Summary summarise(const std::vector<JudgementIn>& moves) {
    std::vector<sapper::MoveFigures> figures;
    for (const auto& [verdict, risk, safest_risk, exploded, lost_by_guess, loss, distance] : moves) {
        figures.push_back({judgement(verdict, risk, safest_risk), exploded, lost_by_guess, {}, distance});
        if (loss) figures.back().loss = std::make_from_tuple<sapper::MoveFigures::Loss>(*loss);
    }
    const sapper::ReviewSummary summary = sapper::summary_of(figures);
    return {summary.forced,      summary.riskier,        summary.needless,
            summary.slips,       summary.near,           summary.expected,
            summary.mines_hit,   summary.excess,         summary.luck,
            summary.needed_luck, summary.chance_lost,    summary.chance_lost_error,
            summary.accuracy,    summary.accuracy_error, {summary.grades.begin(), summary.grades.end()}};
}

// The fields of sapper::GameFigures, in their order.
using GameIn = std::tuple<bool, std::size_t, std::size_t, std::optional<double>, std::size_t, std::size_t,
                          std::size_t, std::size_t, double, std::size_t, double, double,
                          std::optional<double>, std::optional<double>, double, double>;
// The fields of sapper::ReportFigures, in their order.
using Figures =
    std::tuple<std::size_t, std::size_t, std::size_t, std::size_t, std::size_t, double, std::size_t, bool,
               double, std::optional<double>, std::optional<double>, std::optional<double>,
               std::optional<double>, std::optional<double>, std::optional<double>, std::optional<double>>;
// The index of the rule, and the risk.
using MistakeIn = std::pair<std::size_t, double>;

Figures player_figures(const std::vector<GameIn>& games) {
    std::vector<sapper::GameFigures> facts;
    for (const GameIn& game : games)
        facts.push_back(std::make_from_tuple<sapper::GameFigures>(game));
    const sapper::ReportFigures figures = sapper::figures_of(facts);
    return {figures.won,
            figures.forced,
            figures.riskier,
            figures.needless,
            figures.slips,
            figures.expected,
            figures.mines_hit,
            figures.is_selected,
            figures.excess,
            figures.efficiency,
            figures.three_bv_per_second,
            figures.pluck,
            figures.chance_lost,
            figures.accuracy,
            figures.chance_lost_error,
            figures.accuracy_error};
}

// The fields of sapper::StandingGame, in their order; the values as a list.
using StandingGameIn =
    std::tuple<std::size_t, bool, std::size_t, std::size_t, std::size_t, std::vector<double>>;
// The fields of sapper::StandingFigure, ClassRecord and Standing, in their order.
using StandingFigureOut = std::tuple<std::size_t, std::optional<double>, std::optional<std::size_t>,
                                     std::vector<std::optional<double>>, std::optional<double>>;
using ClassRecordOut = std::tuple<std::size_t, std::size_t, std::size_t, double, std::size_t>;
using StandingOut = std::tuple<std::size_t, std::size_t, std::vector<StandingFigureOut>,
                               std::vector<ClassRecordOut>, std::vector<std::size_t>>;

std::vector<StandingOut> standings(const std::vector<StandingGameIn>& games) {
    std::vector<sapper::StandingGame> facts;
    for (const auto& [group, won, cells, three_bv, solved, values] : games) {
        facts.push_back({group, won, cells, three_bv, solved, {}});
        std::copy_n(values.begin(), std::min(values.size(), facts.back().values.size()),
                    facts.back().values.begin());
    }
    std::vector<StandingOut> result;
    for (const sapper::Standing& standing : sapper::standings_of(facts)) {
        std::vector<StandingFigureOut> figures;
        for (const auto& [count, best, game, means, mean] : standing.figures)
            figures.emplace_back(count, best, game, std::vector(means.begin(), means.end()), mean);
        std::vector<ClassRecordOut> records;
        for (const auto& [least, most, wins, seconds, game] : standing.records)
            records.emplace_back(least, most, wins, seconds, game);
        result.emplace_back(standing.games, standing.won, figures, records, standing.progress);
    }
    return result;
}

// The mode, the level, the board and the style of a game.
using GameKindIn = std::tuple<std::string, std::string, std::string, std::string>;

std::vector<std::size_t> kind_numbers(const std::vector<GameKindIn>& games) {
    std::vector<sapper::GameKind> kinds;
    for (const auto& [mode, level, board, style] : games)
        kinds.push_back({mode, level, board, style});
    return sapper::kind_numbers(kinds);
}

// The board of a game, and the key of its line.
std::vector<std::optional<std::size_t>> earlier_games(
    const std::vector<std::pair<std::string, std::uint64_t>>& games) {
    std::vector<sapper::MinefieldKey> fields;
    for (const auto& [board, board_key] : games)
        fields.push_back({board, board_key});
    return sapper::earlier_games(fields);
}

// The fields of sapper::Phase, in their order, with the gap; those of both games as pairs.
using RatePair = std::pair<std::optional<double>, std::optional<double>>;
using PhaseOut =
    std::tuple<std::pair<std::size_t, std::size_t>, std::pair<double, double>, std::pair<double, double>,
               RatePair, std::pair<std::size_t, std::size_t>, RatePair, RatePair, double>;

std::vector<PhaseOut> phases(const sapper::GameLine& first, const sapper::GameLine& second,
                             bool is_same_board, std::size_t parts) {
    const std::array<sapper::Pace, 2> paces{
        {{first.splits, first.split_clicks}, {second.splits, second.split_clicks}}};
    const auto both = [](const auto& values) { return std::pair(values[0], values[1]); };
    std::vector<PhaseOut> phases;
    for (const sapper::Phase& phase : sapper::phases_of(paces, is_same_board, parts))
        phases.emplace_back(both(phase.solved), both(phase.at), both(phase.took), both(phase.speed),
                            both(phase.clicks), both(phase.click_speed), both(phase.efficiency), phase.gap());
    return phases;
}

std::vector<std::pair<std::string_view, bool>> standing_metrics() {
    std::vector<std::pair<std::string_view, bool>> metrics;
    for (const auto& [name, lower_is_better] : sapper::kStandingMetrics)
        metrics.emplace_back(name, lower_is_better);
    return metrics;
}

std::vector<sapper::Mistake> mistakes_in(const std::vector<MistakeIn>& mistakes) {
    std::vector<sapper::Mistake> result;
    for (const auto& [rule, risk] : mistakes)
        result.push_back({rule, risk});
    return result;
}

std::vector<std::tuple<std::size_t, std::vector<std::size_t>, double>> missed_rules(
    const std::vector<MistakeIn>& mistakes) {
    std::vector<std::tuple<std::size_t, std::vector<std::size_t>, double>> rules;
    for (const sapper::MissedRule& rule : sapper::missed_rules(mistakes_in(mistakes)))
        rules.emplace_back(rule.rule, rule.mistakes, rule.risk);
    return rules;
}

std::vector<std::size_t> riskiest(const std::vector<MistakeIn>& mistakes, std::size_t most) {
    return sapper::riskiest(mistakes_in(mistakes), most);
}

std::vector<std::pair<std::string_view, double>> grades() {
    std::vector<std::pair<std::string_view, double>> grades;
    for (const sapper::Grade& grade : sapper::kGrades)
        grades.emplace_back(grade.name, grade.most_loss);
    return grades;
}

void bind_reviewed_moves(nb::module_& module) {
    nb::class_<MoveChance>(module, "MoveChance", "What a move did to the chance to win.")
        .def_ro("before", &MoveChance::before)
        .def_ro("before_error", &MoveChance::before_error)
        .def_ro("chosen", &MoveChance::with_move)
        .def_ro("chosen_error", &MoveChance::with_move_error)
        .def_ro("lost", &MoveChance::lost)
        .def_ro("lost_error", &MoveChance::lost_error)
        .def_ro("after", &MoveChance::after)
        .def_ro("after_error", &MoveChance::after_error)
        .def_prop_ro("best", [](const MoveChance& self) { return cell_or_none(self.best); });
    nb::class_<ReviewedMove>(module, "ReviewedMove", "A move, and what was known before it.")
        .def_prop_ro("verdict", [](const ReviewedMove& self) { return static_cast<int>(self.verdict); })
        .def_ro("opened", &ReviewedMove::opened)
        .def_ro("exploded", &ReviewedMove::exploded)
        .def_ro("lost_by_guess", &ReviewedMove::lost_by_guess)
        .def_ro("risk", &ReviewedMove::risk)
        .def_prop_ro("safest", [](const ReviewedMove& self) { return cell_or_none(self.safest.cell); })
        .def_prop_ro("safest_risk", [](const ReviewedMove& self) { return self.safest.risk; })
        .def_ro("safe", &ReviewedMove::safe)
        .def_ro("exact", &ReviewedMove::exact)
        .def_prop_ro("rule",
                     [](const ReviewedMove& self) {
                         return self.rule ? std::optional(static_cast<std::size_t>(*self.rule))
                                          : std::nullopt;
                     })
        .def_prop_ro("missed", &missed_deductions_of)
        .def_prop_ro(
            "why", &why_of,
            "Why the safest cell was safe: the sentence, and the numbers and hidden cells behind it.")
        .def_ro("chance", &ReviewedMove::chance)
        .def_ro("missed_by", &ReviewedMove::distance);
}

void bind_recordings(nb::module_& module) {
    using sapper::GameLine;
    nb::class_<GameLine>(module, "GameLine", "What the hand did in a recorded game.")
        .def_prop_ro("status", [](const GameLine& self) { return self.status; })
        .def_ro("lost_by_guess", &GameLine::lost_by_guess)
        .def_ro("seconds", &GameLine::seconds)
        .def_ro("solved", &GameLine::solved)
        .def_ro("open_clicks", &GameLine::open_clicks)
        .def_ro("flag_clicks", &GameLine::flag_clicks)
        .def_ro("chord_clicks", &GameLine::chord_clicks)
        .def_ro("clicks", &GameLine::clicks)
        .def_ro("chord_presses", &GameLine::chord_presses)
        .def_ro("left_clicks", &GameLine::left_clicks)
        .def_ro("right_clicks", &GameLine::right_clicks)
        .def_ro("double_clicks", &GameLine::double_clicks)
        .def_ro("flags", &GameLine::flags)
        .def_ro("flags_set", &GameLine::flags_set)
        .def_ro("flagged_mines", &GameLine::flagged_mines)
        .def_ro("wrong_flags", &GameLine::wrong_flags)
        .def_ro("chords_of_flags", &GameLine::chords_of_flags)
        .def_ro("longest_streak", &GameLine::longest_streak)
        .def_ro("chord_solved", &GameLine::chord_solved)
        .def_ro("path", &GameLine::path)
        .def_ro("straight_path", &GameLine::straight_path)
        .def_ro("wasted_left", &GameLine::wasted_left)
        .def_ro("wasted_right", &GameLine::wasted_right)
        .def_ro("wasted_double", &GameLine::wasted_double)
        .def_ro("left_per_second", &GameLine::left_per_second)
        .def_ro("right_per_second", &GameLine::right_per_second)
        .def_ro("double_per_second", &GameLine::double_per_second)
        .def_ro("path_per_second", &GameLine::path_per_second)
        .def_ro("flag_yield", &GameLine::flag_yield)
        .def_ro("chord_yield", &GameLine::chord_yield)
        .def_ro("path_efficiency", &GameLine::path_efficiency)
        .def_ro("board_key", &GameLine::board_key)
        .def_ro("splits", &GameLine::splits);
    nb::class_<RecordingObject>(module, "RecordedGame", "A minefield, and the events of the mouse.")
        .def("__init__", &make_recorded_game, "topology"_a, "mined"_a, "rules"_a, "kinds"_a, "cells"_a,
             "times"_a, "xs"_a, "ys"_a, "cell_size"_a,
             "`cells` holds NO_CELL off the board, `xs` NO_PIXEL where the pixel is not known.")
        .def("line", &line_in, Release(), "Plays the game.")
        .def("doubts", &doubts_in, "line"_a, "time"_a, "three_bv"_a, "status"_a, "level"_a, "mode"_a,
             "What is odd about it, beside what the file says of it. Gives kinds, grades, sentences.");
    module.attr("NO_PIXEL") = sapper::kNoPixel;
}

}  // namespace

void bind_reviews(nb::module_& module) {
    bind_reviewed_moves(module);
    bind_recordings(module);
    nb::class_<ReviewerObject>(module, "Reviewer", "Replays a game and judges its moves.")
        .def("__init__", &make_reviewer, "topology"_a, "mined"_a, "rules"_a, "by_win"_a, "seed"_a,
             "time_limit"_a = nb::none(), "cancel"_a = nb::none(), nb::keep_alive<1, 7>())
        .def("act", &repeat, "action"_a, "pressed"_a, "x"_a, "y"_a, "cell_size"_a, Release(),
             "`pressed` is the cell on which the button went down, or NO_CELL. `x` is that of the pixel, or "
             "NO_PIXEL.")
        .def("set_outcomes", &set_outcomes, Release(), "Adds the chance to win after each move.")
        .def_prop_ro("is_over", &read<&has_ended>)
        .def_prop_ro("moves", &read<&moves_of>)
        .def("is_fair", &read<&Reviewer::is_fair>, Release());
    module.def(
        "review_summary", &summarise, "moves"_a,
        "Takes verdict, risk, least risk, whether it hit a mine, whether it lost by the rule of guessing, "
        "the chance to win before with how much of it was lost, and how far a safe cell was missed, of each "
        "move.");
    module.attr("NEAR_MISS") = sapper::kNearMiss;
    module.def("standings", &standings, "games"_a, "How a player stands in each group of games.");
    module.def("kind_numbers", &kind_numbers, "games"_a,
               "The numbers of the kinds of games: of modes, levels, boards and styles.");
    module.def("earlier_games", &earlier_games, "games"_a,
               "The index of the first game before each on the same minefield, by boards and keys of lines.");
    module.def("phases", &phases, "first"_a, "second"_a, "is_same_board"_a, "parts"_a,
               "The parts of two games, by their lines.");
    module.def("style_of", &sapper::style_of, "flags_set"_a);
    module.def("standing_metrics", &standing_metrics, "Their names, and whether less is better.");
    module.def("player_figures", &player_figures, "games"_a, "The figures of many games together.");
    module.def(
        "missed_rules", &missed_rules, "mistakes"_a,
        "Takes rules and risks. Returns each rule, the indices of its mistakes, and the sum of their risks.");
    module.def("riskiest", &riskiest, "mistakes"_a, "most"_a,
               "The indices of the mistakes of the greatest risk.");
    module.def("pluck_of", &sapper::pluck_of, "luck"_a);
    module.def("excess_risk", &of_judgement<&Judgement::excess>, "verdict"_a, "risk"_a.none(),
               "safest_risk"_a);
    module.def("is_riskier", &of_judgement<&Judgement::is_riskier>, "verdict"_a, "risk"_a.none(),
               "safest_risk"_a);
    module.def("grades", &grades, "The names of the grades, and the most that a move of each grade loses.");
    module.def("grade_of", &sapper::grade_of, "lost"_a);
    module.def("luck_error", &sapper::luck_error, "chosen_error"_a, "after_error"_a);
    module.def("kept_share", &sapper::share_left, "before"_a, "lost"_a);
}

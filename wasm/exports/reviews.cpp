#include <cmath>
#include <memory>
#include <stdexcept>

#include "calls.hpp"
#include "protocol/json.hpp"
#include "reviews/reviewer.hpp"
#include "reviews/standings.hpp"

using sapper::Json;

namespace {

std::unique_ptr<sapper::Reviewer> reviewer;

sapper::Reviewer& current_review() {
    if (reviewer == nullptr) throw std::logic_error("no review has begun");
    return *reviewer;
}

std::optional<sapper::Cell> cell_or_nothing(sapper::Cell cell) {
    return cell == sapper::kNoCell ? std::nullopt : std::optional(cell);
}

std::vector<sapper::Cell> missed_cells(const sapper::ReviewedMove& move) {
    std::vector<sapper::Cell> cells;
    for (const sapper::MissedDeduction& each : move.missed_deductions) {
        for (const sapper::Cell cell : each.deduction.proved_cells(false))
            cells.push_back(cell);
    }
    return cells;
}

std::optional<sapper::Phrase> reason_of(const sapper::ReviewedMove& move) {
    const sapper::MissedDeduction* proof = move.proof();
    return proof == nullptr ? std::nullopt : std::optional(proof->sentence);
}

void write_move(Json& json, const sapper::ReviewedMove& move) {
    const sapper::Judgement judgement = sapper::judgement_of(move);
    const std::optional<int> rule = move.rule ? std::optional(static_cast<int>(*move.rule)) : std::nullopt;
    const sapper::Why why = move.why.value_or(sapper::Why{});
    const auto sentence = move.why ? std::optional(why.sentence) : std::nullopt;
    json.object("verdict", static_cast<int>(move.verdict), "exploded", move.exploded, "risk", move.risk,
                "safest", cell_or_nothing(move.safest.cell), "safest_risk", move.safest.risk, "safe_count",
                move.safe, "rule", rule, "reason", reason_of(move), "safe", missed_cells(move), "sentence",
                sentence, "numbers", why.premises.numbers, "given", why.premises.known_cells, "guess",
                judgement.is_guess(), "riskier", judgement.is_riskier(), "missed_by", move.distance, "near",
                sapper::figures_of_move(move).is_near(), "lost_by_guess", move.lost_by_guess, "over",
                reviewer->game().status() != sapper::Status::playing);
}

void write_chance(Json& json, const sapper::MoveChance& chance) {
    const double luck_error = sapper::luck_error(chance.with_move_error, chance.after_error);
    json.object("before", chance.before, "before_error", chance.before_error, "chosen", chance.with_move,
                "lost", chance.lost, "lost_error", chance.lost_error, "after", chance.after, "luck",
                chance.after - chance.with_move, "luck_error",
                std::isnan(chance.after) ? chance.after : luck_error, "grade",
                sapper::kGrades[sapper::grade_of(chance.lost)].name, "best", cell_or_nothing(chance.best));
}

}  // namespace

// Begins a review of a game. Argument 0: the minefield, a byte for each cell.
SAPPER_CALL(begin_review)(browser::TopologyHandle topology, sapper::Win win, sapper::OnMine on_mine,
                          bool question_marks, sapper::Guessing guessing, bool by_win, double seconds) {
    return browser::answer([=] {
        const std::span<const std::uint8_t> mine_bytes = browser::argument_bytes(0);
        const sapper::Rules rules{sapper::FirstClick::any, win, on_mine, question_marks, guessing};
        reviewer = std::make_unique<sapper::Reviewer>(
            *topology, sapper::Minefield({mine_bytes.begin(), mine_bytes.end()}), rules, by_win,
            browser::limits_of(seconds));
    });
}

// Replays a move. `press_cell` is the cell on which its button went down, or kNoCell. `x` and `y` are the
// pixel of its event, NaN if that is not known. Results: the judgement as JSON; the cells that changed, and
// their marks now.
SAPPER_CALL(review_move)(sapper::Action::Kind kind, sapper::Cell cell, sapper::Cell press_cell, double x,
                         double y, std::uint32_t cell_size, double seconds) {
    return browser::answer([=] {
        current_review().set_poll(browser::limits_of(seconds).poll);
        sapper::Hand hand{.press_cell = press_cell, .cell_size = cell_size};
        if (!std::isnan(x)) {
            hand.x = static_cast<std::int64_t>(x);
            hand.y = static_cast<std::int64_t>(y);
        }
        const sapper::ReviewedMove& move = reviewer->act({kind, cell}, hand);
        const bool is_change = move.opened > 0 || move.verdict == sapper::MoveVerdict::flag;
        const std::span<const sapper::Cell> changes =
            !is_change ? std::span<const sapper::Cell>{} : reviewer->game().changes();
        Json json(sapper::kFirstForPeople);
        write_move(json, move);
        browser::give_text(json.text());
        browser::give_marks_of(changes, reviewer->game());
    });
}

// Call it after the last move. Result: the review of the whole game as JSON.
SAPPER_CALL(end_review)(double seconds) {
    return browser::answer([=] {
        current_review().set_poll(browser::limits_of(seconds).poll);
        reviewer->set_outcomes();
        const std::optional<bool> fair = reviewer->is_fair();
        const sapper::ReviewSummary summary = reviewer->summary();
        std::vector<std::string_view> names;
        for (const sapper::Grade& grade : sapper::kGrades)
            names.push_back(grade.name);
        Json json(sapper::kFirstForPeople);
        const auto write_chances = [&] {
            json.list(reviewer->moves(), [&](const sapper::ReviewedMove& move) {
                if (move.chance) {
                    write_chance(json, *move.chance);
                } else {
                    json.value(std::optional<double>());
                }
            });
        };
        json.object("status", static_cast<int>(reviewer->game().status()), "lost_by_guess",
                    reviewer->game().is_lost_by_guess(), "fair", fair, "forced", summary.forced, "riskier",
                    summary.riskier, "needless", summary.needless, "slips", summary.slips, "near",
                    summary.near, "expected", summary.expected, "mines_hit", summary.mines_hit, "excess",
                    summary.excess, "luck", summary.luck, "needed_luck", summary.needed_luck, "chance_lost",
                    summary.chance_lost, "chance_lost_error", summary.chance_lost_error, "accuracy",
                    summary.accuracy, "accuracy_error", summary.accuracy_error, "grades",
                    std::vector<std::size_t>(summary.grades.begin(), summary.grades.end()), "grade_names",
                    names, "chances", write_chances);
        browser::give_text(json.text());
    });
}

// Argument 0: for each game the fields of sapper::GameFigures in their order, NaN for unknown ones. Argument
// 1: for each mistake the index of the rule and the risk. Result: the report as JSON, with mistakes as
// indices. It lists at most `worst` mistakes as the riskiest.
SAPPER_CALL(player_report)(std::uint32_t worst) {
    return browser::answer([=] {
        const std::span<const double> facts = browser::argument<double>(0);
        const auto count = [](double value) { return static_cast<std::size_t>(value); };
        const auto number_or_nothing = [](double value) {
            return std::isnan(value) ? std::nullopt : std::optional(value);
        };
        constexpr std::size_t kFields = 16;
        std::vector<sapper::GameFigures> games;
        for (std::size_t at = 0; at + kFields <= facts.size(); at += kFields) {
            const std::span<const double> its = facts.subspan(at, kFields);
            games.push_back({its[0] != 0, count(its[1]), count(its[2]), number_or_nothing(its[3]),
                             count(its[4]), count(its[5]), count(its[6]), count(its[7]), its[8],
                             count(its[9]), its[10], its[11], number_or_nothing(its[12]),
                             number_or_nothing(its[13]), its[14], its[15]});
        }
        const std::span<const double> pairs = browser::argument<double>(1);
        std::vector<sapper::Mistake> mistakes;
        for (std::size_t at = 0; at + 1 < pairs.size(); at += 2)
            mistakes.push_back({count(pairs[at]), pairs[at + 1]});
        const sapper::ReportFigures figures = sapper::figures_of(games);
        Json json(sapper::kFirstForPeople);
        const auto write_rules = [&] {
            json.list(sapper::missed_rules(mistakes), [&](const sapper::MissedRule& each) {
                json.object("rule", each.rule, "mistakes", each.mistakes, "risk", each.risk);
            });
        };
        json.object("won", figures.won, "forced", figures.forced, "riskier", figures.riskier, "needless",
                    figures.needless, "slips", figures.slips, "selected", figures.is_selected, "expected",
                    figures.expected, "mines_hit", figures.mines_hit, "excess", figures.excess, "efficiency",
                    figures.efficiency, "three_bv_per_second", figures.three_bv_per_second, "pluck",
                    figures.pluck, "chance_lost", figures.chance_lost, "chance_lost_error",
                    figures.chance_lost_error, "accuracy", figures.accuracy, "accuracy_error",
                    figures.accuracy_error, "missed", write_rules, "worst",
                    sapper::riskiest(mistakes, worst));
        browser::give_text(json.text());
    });
}

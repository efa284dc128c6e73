#include <memory>
#include <stdexcept>

#include "calls.hpp"
#include "json.hpp"
#include "reviews/reviewer.hpp"

using browser::Json;

namespace {

std::unique_ptr<sapper::Reviewer> reviewer;

sapper::Reviewer& begun() {
    if (reviewer == nullptr) throw std::logic_error("no review has begun");
    return *reviewer;
}

std::optional<sapper::Cell> known(sapper::Cell cell) {
    return cell == sapper::kNoCell ? std::nullopt : std::optional(cell);
}

std::vector<sapper::Cell> missed_cells(const sapper::ReviewedMove& move) {
    std::vector<sapper::Cell> cells;
    for (const sapper::Missed& missed : move.missed) {
        for (const sapper::Claim claim : missed.deduction.claims) {
            if (!claim.mine) cells.push_back(claim.cell);
        }
    }
    return cells;
}

void write_move(Json& json, const sapper::ReviewedMove& move) {
    const sapper::Judgement judgement = sapper::judgement_of(move);
    const std::optional<int> rule = move.rule ? std::optional(static_cast<int>(*move.rule)) : std::nullopt;
    json.object("verdict", static_cast<int>(move.verdict), "exploded", move.exploded, "risk", move.risk,
                "best", known(move.best.cell), "best_risk", move.best.risk, "safe_count", move.safe, "rule",
                rule, "safe", missed_cells(move), "guess", judgement.is_guess(), "riskier",
                judgement.is_riskier(), "over", reviewer->game().status() != sapper::Status::playing);
}

void write_chance(Json& json, const sapper::MoveChance& chance) {
    json.object("before", chance.before, "before_error", chance.before_error, "chosen", chance.chosen, "lost",
                chance.lost, "lost_error", chance.lost_error, "after", chance.after, "luck",
                chance.after - chance.chosen, "grade", sapper::kGrades[sapper::grade_of(chance.lost)].name,
                "best", known(chance.best));
}

}  // namespace

// Argument 0: the minefield, a byte for each cell. Begins a review of a game on it.
SAPPER_CALL(begin_review)(browser::Held topology, sapper::Win win, sapper::OnMine on_mine,
                          bool question_marks, bool by_win, double seconds) {
    return browser::answer([=] {
        const std::span<const std::uint8_t> mined = browser::argument_bytes(0);
        const sapper::Rules rules{sapper::FirstClick::any, win, on_mine, question_marks};
        reviewer =
            std::make_unique<sapper::Reviewer>(*topology, sapper::Minefield({mined.begin(), mined.end()}),
                                               rules, by_win, browser::limits_of(seconds));
    });
}

// Repeats a move. Results: what is found about it, as JSON; the cells that changed, and their marks now.
SAPPER_CALL(review_move)(sapper::Action::Kind kind, sapper::Cell cell, double seconds) {
    return browser::answer([=] {
        begun().set_poll(browser::limits_of(seconds).poll);
        const sapper::ReviewedMove& move = reviewer->act({kind, cell});
        const bool idle = move.verdict == sapper::MoveVerdict::idle;
        const std::span<const sapper::Cell> changed =
            idle ? std::span<const sapper::Cell>{} : reviewer->game().changed();
        std::vector<sapper::Mark> marks;
        for (const sapper::Cell each : changed)
            marks.push_back(reviewer->game().marks()[each]);
        Json json;
        write_move(json, move);
        browser::give_json(json);
        browser::give(changed);
        browser::give(marks);
    });
}

// Result: what is found about the whole game, as JSON, after its last move.
SAPPER_CALL(end_review)(double seconds) {
    return browser::answer([=] {
        begun().set_poll(browser::limits_of(seconds).poll);
        reviewer->set_outcomes();
        const std::optional<bool> fair = reviewer->is_fair();
        const sapper::ReviewSummary summary = reviewer->summary();
        std::vector<std::string_view> names;
        for (const sapper::Grade& grade : sapper::kGrades)
            names.push_back(grade.name);
        Json json;
        const auto write_chances = [&] {
            json.list(reviewer->moves(), [&](const sapper::ReviewedMove& move) {
                if (move.chance) {
                    write_chance(json, *move.chance);
                } else {
                    json.value(std::optional<double>());
                }
            });
        };
        json.object("status", static_cast<int>(reviewer->game().status()), "fair", fair, "forced",
                    summary.forced, "riskier", summary.riskier, "needless", summary.needless, "luck",
                    summary.luck, "needed_luck", summary.needed_luck, "chance_lost", summary.chance_lost,
                    "accuracy", summary.accuracy, "grades",
                    std::vector<std::size_t>(summary.grades.begin(), summary.grades.end()), "grade_names",
                    names, "chances", write_chances);
        browser::give_json(json);
    });
}

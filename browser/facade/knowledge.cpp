#include "answers/json.hpp"
#include "calls.hpp"
#include "knowledge/sentences.hpp"
#include "strategy/advice/certain_moves.hpp"
#include "strategy/advice/hint.hpp"
#include "strategy/advice/loss.hpp"
#include "strategy/advice/ranking.hpp"

using sapper::Json;

namespace {

std::vector<sapper::Cell> claimed(const sapper::Deduction& deduction, bool mines) {
    std::vector<sapper::Cell> cells;
    for (const sapper::Claim claim : deduction.claims) {
        if (claim.mine == mines) cells.push_back(claim.cell);
    }
    return cells;
}

void write_premises(Json& json, const sapper::Premises& premises) {
    json.object("numbers", premises.numbers, "given", premises.given, "mine_count", premises.mine_count);
}

void write_deduction(Json& json, const sapper::ToldExplanation& told, std::size_t place) {
    const sapper::Deduction& deduction = told.deductions()[place];
    json.object("rule", static_cast<int>(deduction.rule), "pattern", told.pattern(place), "difficulty",
                static_cast<int>(deduction.difficulty), "safe", claimed(deduction, false), "mines",
                claimed(deduction, true), "numbers", deduction.premises.numbers, "given",
                deduction.premises.given, "mine_count", deduction.premises.mine_count, "sentence",
                told.sentence(place), "support", told.support(place), "explanation", told.explanation(place),
                "all_premises", [&] { write_premises(json, told.premises(place)); });
}

// Writes the value if there is one, or null.
auto written(Json& json, const auto& given, const auto& write) {
    return [&json, &given, write] {
        if (given) {
            write(json, *given);
        } else {
            json.value(std::optional<double>());
        }
    };
}

void write_figures(Json& json, const sapper::GuessFigures& figures) {
    json.object("risk", figures.risk, "numbers", figures.numbers, "progress", figures.progress, "survival",
                figures.survival, "closed", figures.closed, "score", figures.score, "worth", figures.worth,
                "win_probability", figures.win_probability, "safest_play", figures.safest_play);
}

void write_guess(Json& json, const sapper::AdvisedGuess& guess) {
    json.object("cell", guess.cell, "risk", guess.risk, "safest", guess.safest, "safest_risk",
                guess.safest_risk, "exact", guess.exact, "reason", guess.reason, "figures",
                written(json, guess.figures, write_figures), "safest_figures",
                written(json, guess.safest_figures, write_figures));
}

void write_compared(Json& json, const sapper::ComparedMove& move) {
    json.object("win_probability", move.win_probability, "error", move.error, "behind", move.behind,
                "behind_error", move.behind_error, "games", move.games);
}

void write_move(Json& json, const sapper::RankedMove& move) {
    const std::optional<int> rule = move.rule ? std::optional(static_cast<int>(*move.rule)) : std::nullopt;
    json.object("kind", std::string_view(move.flag ? "flag" : "open"), "cell", move.cell, "risk", move.risk,
                "exact", move.exact, "rule", rule, "figures", written(json, move.figures, write_figures),
                "evaluation", written(json, move.compared, write_compared));
}

}  // namespace

// Argument 0: the marks. Result: the hint as JSON. Without `mine_count`, `mines` means nothing.
// `first_click` is the number of a rule, or negative for a position of no game.
SAPPER_CALL(hint)(browser::Held topology, std::uint32_t mines, bool mine_count, std::int32_t first_click,
                  bool by_win, double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_of(topology, mines);
        std::optional<sapper::FirstClick> first;
        if (first_click >= 0) first = static_cast<sapper::FirstClick>(first_click);
        const sapper::Hint hint =
            sapper::hint(position, mine_count, first, by_win, browser::limits_of(seconds));
        Json json;
        const auto write_deductions = [&] {
            std::size_t place = 0;
            json.list(hint.told.deductions(),
                      [&](const auto&) { write_deduction(json, hint.told, place++); });
        };
        json.object("deductions", write_deductions, "in_turn", hint.told.in_turn(), "guess",
                    written(json, hint.guess, write_guess), "complete", hint.told.complete(), "advice",
                    hint.ending.advice, "adds_advice", hint.ending.adds_advice, "text", hint.ending.text,
                    "conclusion", hint.ending.conclusion);
        browser::give_text(json.text());
    });
}

// Argument 0: the marks before an action that lost. Result: why it lost, as JSON.
SAPPER_CALL(loss)(browser::Held topology, std::uint32_t mines, sapper::Action::Kind kind, sapper::Cell cell,
                  bool first_is_safe, double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_of(topology, mines);
        const sapper::Loss loss =
            sapper::loss_of(position, {kind, cell}, first_is_safe, browser::limits_of(seconds));
        Json json;
        json.object("risk", loss.risk, "safe", loss.safe, "numbers", loss.numbers, "given", loss.given,
                    "best", loss.best, "sentence", loss.sentence);
        browser::give_text(json.text());
    });
}

// Argument 0: the marks. Result: the moves as JSON, the best first. No result if only the mine count could
// decide, and it is missing.
SAPPER_CALL(rank)(browser::Held topology, std::uint32_t mines, bool mine_count, std::uint32_t most,
                  bool by_win, bool trust_flags, double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_of(topology, mines);
        const auto moves = sapper::rank_moves(position, {{}, most, by_win, trust_flags, mine_count},
                                              browser::limits_of(seconds));
        if (!moves) return;
        Json json;
        json.list(*moves, [&](const sapper::RankedMove& move) { write_move(json, move); });
        browser::give_text(json.text());
    });
}

// Argument 0: the marks. Results: the cells to open, the cells to flag. A negative hint is none.
SAPPER_CALL(certain_moves)(browser::Held topology, std::uint32_t mines, sapper::FirstClick first_click,
                           bool opens, bool flags, std::int32_t hint, double seconds) {
    return browser::answer([=] {
        const auto wanted = hint < 0 ? std::nullopt : std::optional<std::size_t>(hint);
        const sapper::CertainMoves moves =
            sapper::certain_moves(browser::position_of(topology, mines), first_click, opens, flags, wanted,
                                  browser::limits_of(seconds));
        browser::give(moves.opens);
        browser::give(moves.flags);
    });
}

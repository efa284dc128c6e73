#include "answers/hint.hpp"
#include "calls.hpp"
#include "deduction/sentences.hpp"
#include "hints/certain_moves.hpp"
#include "hints/hint.hpp"
#include "hints/ranking.hpp"

using sapper::Json;

namespace {

void write_deduction(Json& json, const sapper::ToldExplanation& told, std::size_t place) {
    const sapper::Deduction& deduction = told.deductions()[place];
    json.object("rule", static_cast<int>(deduction.rule), "pattern", told.pattern(place), "difficulty",
                static_cast<int>(deduction.difficulty), "safe", deduction.claimed(false), "mines",
                deduction.claimed(true), "numbers", deduction.premises.numbers, "given",
                deduction.premises.given, "mine_count", deduction.premises.mine_count, "sentence",
                told.sentence(place), "support", told.support(place), "explanation", told.explanation(place));
}

void write_guess(Json& json, const sapper::AdvisedGuess& guess) {
    json.object("cell", guess.cell, "risk", guess.risk, "safest", guess.safest, "safest_risk",
                guess.safest_risk, "exact", guess.exact, "reason", guess.reason, "figures",
                sapper::written(json, guess.figures, sapper::write_figures), "safest_figures",
                sapper::written(json, guess.safest_figures, sapper::write_figures));
}

}  // namespace

// Argument 0: the marks. Result: the hint as JSON. Without `mine_count`, `mines` means nothing.
SAPPER_CALL(hint)(browser::Held topology, std::uint32_t mines, bool mine_count, bool by_win, double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_of(topology, mines);
        const sapper::Hint hint =
            sapper::hint(position, mine_count, std::nullopt, by_win, browser::limits_of(seconds));
        Json json;
        const auto write_deductions = [&] {
            std::size_t place = 0;
            json.list(hint.told.deductions(),
                      [&](const auto&) { write_deduction(json, hint.told, place++); });
        };
        json.object("deductions", write_deductions, "in_turn", hint.told.in_turn(), "guess",
                    sapper::written(json, hint.guess, write_guess), "complete", hint.told.complete(),
                    "advice", hint.ending.advice, "adds_advice", hint.ending.adds_advice, "text",
                    hint.ending.text, "conclusion", hint.ending.conclusion);
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
        json.list(*moves, [&](const sapper::RankedMove& move) { sapper::write_move(json, move); });
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

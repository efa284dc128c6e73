#include "protocol/moves.hpp"

#include "protocol/boards.hpp"

namespace sapper {

namespace {

void write_figures(Json& json, const GuessFigures& figures) {
    json.object("risk", figures.risk, "numbers", figures.numbers, "progress", figures.progress, "survival",
                figures.survival, "closed", figures.closed, "score", figures.score, "worth", figures.worth,
                "win_probability", figures.win_probability, "safest_play", figures.safest_play);
}

}  // namespace

std::string_view name_of(Difficulty rule) {
    return difficulties()[static_cast<std::size_t>(rule)].name;
}

void write_deduction(Json& json, const ExplanationInWords& explanation, std::size_t place,
                     const Topology& topology) {
    const Deduction& deduction = explanation.deductions()[place];
    const auto cells = [&](const std::vector<Cell>& its) {
        return [&json, &topology, its] { write_cells(json, topology, its); };
    };
    json.object("rule", name_of(deduction.rule), "pattern", explanation.pattern(place), "difficulty",
                name_of(deduction.difficulty), "safe", cells(deduction.proved_cells(false)), "mines",
                cells(deduction.proved_cells(true)), "numbers", cells(deduction.premises.numbers), "given",
                cells(deduction.premises.known_cells), "mine_count", deduction.premises.mine_count, "text",
                explanation.sentence(place));
}

void write_guess(Json& json, const AdvisedGuess& guess, const Topology& topology) {
    json.object(
        "cell", [&] { write_cell(json, topology, guess.cell); }, "risk", guess.risk, "safest",
        [&] { write_cell(json, topology, guess.safest); }, "safest_risk", guess.safest_risk, "reason",
        guess.reason, "figures", or_null(json, guess.figures, write_figures), "safest_figures",
        or_null(json, guess.safest_figures, write_figures));
}

void write_move(Json& json, const RankedMove& move, const Topology* topology) {
    const auto write_comparison = [](Json& to, const ComparedMove& its) {
        to.object("win_probability", its.win_probability, "error", its.error, "behind", its.behind,
                  "behind_error", its.behind_error, "games", its.games);
    };
    const auto write_place = [&] {
        topology == nullptr ? json.value(move.cell) : write_cell(json, *topology, move.cell);
    };
    const auto rule = move.rule ? std::optional(name_of(*move.rule)) : std::nullopt;
    json.object("kind", move.flag ? "flag" : "open", "cell", write_place, "risk", move.risk, "exact",
                move.exact, "rule", rule, "figures", or_null(json, move.figures, write_figures), "evaluation",
                or_null(json, move.comparison, write_comparison));
}

}  // namespace sapper

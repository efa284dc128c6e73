#include "hints/hint.hpp"

#include <algorithm>
#include <span>

#include "deduction/explanation_in_words.hpp"
#include "hints/advised_guess.hpp"
#include "inference/analysis.hpp"
#include "strategy/player.hpp"

namespace sapper {

namespace {

bool is_any_safe(const ExplanationInWords& explanation) {
    return std::ranges::any_of(explanation.deductions(), [](const Deduction& each) {
        return std::ranges::any_of(each.claims, [](Claim claim) { return !claim.mine; });
    });
}

std::string_view without_guess(std::size_t hidden, bool any_safe, bool lacks_count, bool complete) {
    if (hidden == 0) return "nothing_hidden";
    if (any_safe) return "no_guess_needed";
    if (!lacks_count) return "all_are_mines";
    return complete ? "no_mine_count" : "no_mine_count_incomplete";
}

CertainMoves first_of(const CertainMoves& moves) {
    if (!moves.opens.empty()) return {{moves.opens[0]}, {}};
    if (!moves.flags.empty()) return {{}, {moves.flags[0]}};
    return {};
}

using Phrases = std::vector<Phrase>;

Phrase risk_phrase(double risk) {
    if (risk == 1) return {"loss_certain"};
    return {"loss_risk", {{"risk", risk}}};
}

Phrases name_of(const Position& position, Cell cell) {
    return {name_cells(*position.topology, std::span(&cell, 1))};
}

// How the reason for a loss begins if a cell was safe.
Phrases needless_guess(const Position& position, const Loss& loss, bool by_rule) {
    if (by_rule) return {{"loss_by_rule", {{"cell", name_of(position, loss.safe[0])}}}};
    return {{"loss_needless", {{"risk", Phrases{risk_phrase(loss.risk)}}}}};
}

// Adds the first deduction to act on. Adds nothing if it takes too long to find, or if it proves no cell
// safe.
void add_proof(const Position& position, Loss& loss, bool by_rule, const Limits& limits) {
    std::optional<ExplanationInWords> explanation;
    try {
        explanation.emplace(position, explain(position, limits));
    } catch (const BudgetExceeded&) {
        return;
    } catch (const TimeIsUp&) {
        return;
    }
    if (explanation->in_turn().empty()) return;
    const std::size_t place = explanation->in_turn()[0];
    std::vector<Cell> safe = explanation->deductions()[place].proved_cells(false);
    if (safe.empty()) return;
    loss.safe = std::move(safe);
    Premises premises = explanation->premises(place);
    loss.numbers = std::move(premises.numbers);
    loss.known_cells = std::move(premises.known_cells);
    loss.sentence = {"loss_proven",
                     {{"before", needless_guess(position, loss, by_rule)},
                      {"proof", Phrases{explanation->explanation(place)}}}};
}

}  // namespace

bool wants_guess(const ExplanationInWords& explanation, bool mine_count) {
    return (mine_count || explanation.position().has_chances()) && !is_any_safe(explanation);
}

HintEnding ending_of(const ExplanationInWords& explanation, bool mine_count,
                     const std::optional<AdvisedGuess>& guess) {
    const Position& position = explanation.position();
    const auto hidden = static_cast<std::size_t>(std::ranges::count_if(position.marks, is_hidden));
    const bool any_safe = is_any_safe(explanation);
    std::size_t mines = 0;
    for (const Deduction& each : explanation.deductions())
        mines += static_cast<std::size_t>(std::ranges::count(each.claims, true, &Claim::mine));
    const bool lacks_count = !mine_count && !position.has_chances() && mines < hidden;
    HintEnding ending;
    ending.conclusion = {explanation.complete() ? "all_that_follows" : "all_that_was_found"};
    if (guess && guess->is_first) {
        ending.advice = advice_on(*guess, *position.topology);
        ending.conclusion = {"nothing_else_known"};
    } else if (guess) {
        ending.advice = {explanation.complete() ? "advice" : "advice_incomplete",
                         {{"guess", std::vector<Phrase>{advice_on(*guess, *position.topology)}}}};
    } else {
        ending.advice = {without_guess(hidden, any_safe, lacks_count, explanation.complete())};
    }
    ending.adds_advice = !any_safe && (guess || lacks_count || explanation.in_turn().empty());
    std::vector<Phrase> sentences;
    if (!explanation.in_turn().empty()) {
        sentences.push_back(explanation.explanation(explanation.in_turn()[0]));
    }
    if (sentences.empty() || ending.adds_advice) sentences.push_back(ending.advice);
    ending.text = {"sentences", {{"sentences", std::move(sentences)}}};
    return ending;
}

Hint hint(const Position& position, bool mine_count, std::optional<FirstClick> first_click, bool by_win,
          std::uint64_t seed, const Limits& limits) {
    Hint hint{{position, explain(position, limits, kMostLooks, mine_count)}, {}, {}};
    if (wants_guess(hint.explanation, mine_count)) {
        const std::optional<Analysis> analysis = estimated_at_least(position, limits);
        if (!analysis) {
            hint.guess = guess_without_count(position);
        } else if (analysis->safest.cell != kNoCell) {
            hint.guess = advised_guess(position, *analysis, first_click, by_win, seed, limits);
        }
    }
    hint.ending = ending_of(hint.explanation, mine_count, hint.guess);
    return hint;
}

CertainMoves certain_moves(const Position& position, FirstClick first_click, bool opens, bool flags,
                           std::optional<std::size_t> hint, const Limits& limits) {
    CertainMoves moves;
    const auto add = [&](Claim claim) {
        if (claim.mine && flags && position.marks[claim.cell] != kFlag) moves.flags.push_back(claim.cell);
        if (!claim.mine && opens) moves.opens.push_back(claim.cell);
    };
    const auto add_all = [&](const Deduction& deduction) {
        for (const Claim claim : deduction.claims)
            add(claim);
    };
    if (is_fresh(position)) {
        if (first_click != FirstClick::any)
            add({good_first_cell(*position.topology, position.mines, first_click), false});
        return moves;
    }
    if (hint) {
        const ExplanationInWords explanation(position, explain(position, limits));
        const std::vector<std::size_t>& turns = explanation.in_turn();
        const std::size_t first = *hint < turns.size() ? *hint : 0;
        for (std::size_t i = 0; i < turns.size() && moves.empty(); ++i)
            add_all(explanation.deductions()[turns[(first + i) % turns.size()]]);
        if (!moves.empty() || explanation.complete()) return first_of(moves);
    }
    const std::optional<Analysis> analysis = estimated_at_least(position, limits);
    if (analysis && (analysis->exact || !opens)) {
        for (Cell cell = 0; cell < position.marks.size(); ++cell) {
            const Verdict verdict = analysis->verdicts[cell];
            if (verdict >= Verdict::safe) add({cell, verdict == Verdict::mine});
        }
    } else {
        for (const Deduction& each : explain(position, limits).deductions)
            add_all(each);
    }
    return hint ? first_of(moves) : moves;
}

Loss loss_of(const Position& position, Action action, bool first_is_safe, bool by_rule,
             const Limits& limits) {
    Loss loss{action_risk(position, action, first_is_safe, limits)};
    const Phrases risk{risk_phrase(loss.risk)};
    if (is_fresh(position)) {
        loss.sentence = {"loss_at_first", {{"risk", risk}}};
        return loss;
    }
    const Analysis analysis = analyse(position, false, limits);
    const auto safe = std::ranges::find(analysis.verdicts, Verdict::safe);
    if (safe != analysis.verdicts.end()) {
        const auto cell = static_cast<Cell>(safe - analysis.verdicts.begin());
        loss.safe = {cell};
        loss.sentence = {
            "loss_safe_cell",
            {{"before", needless_guess(position, loss, by_rule)}, {"cell", name_of(position, cell)}}};
        add_proof(position, loss, by_rule, limits);
    } else if (analysis.safest.cell == kNoCell || analysis.safest.risk >= loss.risk) {
        loss.sentence = {"loss_least_risk", {{"risk", risk}}};
    } else {
        loss.safest = analysis.safest.cell;
        loss.sentence = {"loss_less_risk",
                         {{"risk", risk},
                          {"least", analysis.safest.risk},
                          {"cell", name_of(position, analysis.safest.cell)}}};
    }
    return loss;
}

}  // namespace sapper

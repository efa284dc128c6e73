#include "hints/loss.hpp"

#include <algorithm>
#include <span>

#include "deduction/hint_order.hpp"
#include "deduction/sentences.hpp"
#include "inference/analysis.hpp"

namespace sapper {

namespace {

using Phrases = std::vector<Phrase>;

constexpr double kAlmostCertain = 0.999;  // more would read 100 % with three digits

Phrase risk_said(double risk) {
    if (risk == 1) return {"loss_certain"};
    const std::int64_t digits = risk > kAlmostCertain ? 5 : 3;
    return {"loss_risk", {{"risk", risk}, {"digits", digits}}};
}

Phrases named(const Position& position, Cell cell) {
    return {cells_named(*position.topology, std::span(&cell, 1))};
}

// The first deduction to act on. Nothing if it takes too long to find, or if it proves no cell safe.
void add_proof(const Position& position, Loss& loss, const Limits& limits) {
    std::optional<ToldExplanation> told;
    try {
        told.emplace(position, explain(position, limits));
    } catch (const BudgetExceeded&) {
        return;
    } catch (const TimeIsUp&) {
        return;
    }
    if (told->in_turn().empty()) return;
    const std::size_t place = told->in_turn()[0];
    std::vector<Cell> safe = told->deductions()[place].claimed(false);
    if (safe.empty()) return;
    loss.safe = std::move(safe);
    Premises premises = told->premises(place);
    loss.numbers = std::move(premises.numbers);
    loss.given = std::move(premises.given);
    loss.sentence = {"loss_proven",
                     {{"risk", Phrases{risk_said(loss.risk)}}, {"proof", Phrases{told->explanation(place)}}}};
}

}  // namespace

Loss loss_of(const Position& position, Action action, bool first_is_safe, const Limits& limits) {
    Loss loss{action_risk(position, action, first_is_safe, limits)};
    const Phrases risk{risk_said(loss.risk)};
    if (is_fresh(position)) {
        loss.sentence = {"loss_at_first", {{"risk", risk}}};
        return loss;
    }
    const Analysis analysis = analyse(position, false, limits);
    const auto safe = std::ranges::find(analysis.verdicts, Verdict::safe);
    if (safe != analysis.verdicts.end()) {
        const auto cell = static_cast<Cell>(safe - analysis.verdicts.begin());
        loss.safe = {cell};
        loss.sentence = {"loss_safe_cell", {{"risk", risk}, {"cell", named(position, cell)}}};
        add_proof(position, loss, limits);
    } else if (analysis.best.cell == kNoCell || analysis.best.risk >= loss.risk) {
        loss.sentence = {"loss_least_risk", {{"risk", risk}}};
    } else {
        loss.best = analysis.best.cell;
        loss.sentence = {
            "loss_less_risk",
            {{"risk", risk}, {"least", analysis.best.risk}, {"cell", named(position, analysis.best.cell)}}};
    }
    return loss;
}

}  // namespace sapper

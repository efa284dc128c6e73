#include "hints/certain_moves.hpp"

#include <algorithm>

#include "deduction/hint_order.hpp"
#include "hints/advised_guess.hpp"
#include "strategy/first_and_last.hpp"

namespace sapper {

namespace {

CertainMoves first_of(const CertainMoves& moves) {
    if (!moves.opens.empty()) return {{moves.opens[0]}, {}};
    if (!moves.flags.empty()) return {{}, {moves.flags[0]}};
    return {};
}

}  // namespace

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
        const ToldExplanation told(position, explain(position, limits));
        const std::vector<std::size_t>& turns = told.in_turn();
        const std::size_t first = *hint < turns.size() ? *hint : 0;
        for (std::size_t i = 0; i < turns.size() && moves.empty(); ++i)
            add_all(told.deductions()[turns[(first + i) % turns.size()]]);
        if (!moves.empty() || told.complete()) return first_of(moves);
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

}  // namespace sapper

#include "reviews/reviewed_game.hpp"

#include <algorithm>
#include <cmath>

#include "util/floats.hpp"

namespace sapper {

std::size_t grade_of(double lost) {
    std::size_t grade = 0;
    while (grade + 1 < kGrades.size() && !(lost <= kGrades[grade].most_lost))
        ++grade;
    return grade;
}

double share_left(double before, double lost) {
    return before > 0 ? 1 - lost / before : 1;
}

namespace {

// A riskier cell than the safest may tell more, but seldom so much that it is worth this excess.
constexpr double kRiskier = 0.1;

}  // namespace

const MissedDeduction* ReviewedMove::proof() const {
    const auto proves = [this](const MissedDeduction& each) {
        return each.deduction.proves_safe(safest.cell);
    };
    const auto first = std::ranges::find_if(missed_deductions, proves);
    return first == missed_deductions.end() ? nullptr : &*first;
}

double Judgement::excess() const {
    return is_guess() && risk ? std::max(0.0, *risk - safest_risk) : 0;
}

bool Judgement::is_riskier() const {
    return verdict == MoveVerdict::forced && excess() >= kRiskier;
}

JudgedMove judged_move(const ReviewedMove& move) {
    const auto loss_of = [](const MoveChance& chance) {
        return JudgedMove::Loss{chance.before, chance.lost};
    };
    return {judgement_of(move), move.exploded,
            move.chance ? std::optional(loss_of(*move.chance)) : std::nullopt, move.missed_by};
}

ReviewSummary summary_of(std::span<const JudgedMove> moves) {
    ReviewSummary summary;
    CompensatedSum lost;
    CompensatedSum expected;
    CompensatedSum excess;
    for (const JudgedMove& move : moves) {
        const Judgement& judgement = move.judgement;
        if (move.loss) {
            lost.add(move.loss->lost);
            summary.accuracy *= share_left(move.loss->before, move.loss->lost);
        }
        if (!judgement.is_guess()) continue;
        summary.forced += judgement.verdict == MoveVerdict::forced;
        summary.needless += judgement.verdict == MoveVerdict::needless;
        summary.slips += judgement.verdict == MoveVerdict::slip;
        summary.near += move.is_near();
        summary.riskier += judgement.is_riskier();
        summary.struck += move.exploded;
        expected.add(judgement.risk.value_or(0));
        if (judgement.verdict == MoveVerdict::forced) excess.add(judgement.excess());
        summary.luck *= 1 - judgement.risk.value_or(0);
        if (!std::isnan(judgement.safest_risk)) summary.needed_luck *= 1 - judgement.safest_risk;
        if (move.loss) ++summary.grades[grade_of(move.loss->lost)];
    }
    summary.expected = expected.value();
    summary.excess = excess.value();
    summary.chance_lost = lost.value();
    return summary;
}

}  // namespace sapper

#include "reviews/reviewed_game.hpp"

#include <algorithm>
#include <cmath>

#include "util/floats.hpp"

namespace sapper {

std::size_t grade_of(double loss) {
    std::size_t grade = 0;
    while (grade + 1 < kGrades.size() && !(loss <= kGrades[grade].most_loss))
        ++grade;
    return grade;
}

double share_left(double before, double loss) {
    return before > 0 ? 1 - loss / before : 1;
}

namespace {

// A riskier cell than the safest may tell more, but seldom so much that it is worth this excess.
constexpr double kRiskier = 0.1;

// The standard error of the share that is left after a choice.
double error_of_share(const MoveFigures::Loss& loss) {
    if (loss.before <= 0) return 0;
    return std::hypot(loss.lost_error, loss.before_error * loss.lost / loss.before) / loss.before;
}

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

MoveFigures figures_of_move(const ReviewedMove& move) {
    const auto loss_of = [](const MoveChance& chance) {
        return MoveFigures::Loss{chance.before, chance.before_error, chance.lost, chance.lost_error};
    };
    return {judgement_of(move), move.exploded, move.lost_by_guess,
            move.chance ? std::optional(loss_of(*move.chance)) : std::nullopt, move.distance};
}

ReviewSummary summary_of(std::span<const MoveFigures> moves) {
    ReviewSummary summary;
    CompensatedSum loss;
    double lost_variance = 0;
    double accuracy_variance = 0;
    CompensatedSum risks;
    CompensatedSum excess;
    for (const MoveFigures& move : moves) {
        const Judgement& judgement = move.judgement;
        if (move.loss) {
            loss.add(move.loss->lost);
            lost_variance += move.loss->lost_error * move.loss->lost_error;
            const double left = share_left(move.loss->before, move.loss->lost);
            const double error = summary.accuracy * error_of_share(*move.loss);
            accuracy_variance = accuracy_variance * left * left + error * error;
            summary.accuracy *= left;
        }
        if (!judgement.is_guess()) continue;
        summary.forced += judgement.verdict == MoveVerdict::forced;
        summary.needless += judgement.verdict == MoveVerdict::needless;
        summary.slips += judgement.verdict == MoveVerdict::slip;
        summary.near += move.is_near();
        summary.riskier += judgement.is_riskier();
        if (move.loss) ++summary.grades[grade_of(move.loss->lost)];
        if (move.lost_by_guess) continue;
        summary.mines_hit += move.exploded;
        risks.add(judgement.risk.value_or(0));
        if (judgement.verdict == MoveVerdict::forced) excess.add(judgement.excess());
        summary.luck *= 1 - judgement.risk.value_or(0);
        if (!std::isnan(judgement.safest_risk)) summary.needed_luck *= 1 - judgement.safest_risk;
    }
    summary.expected = risks.value();
    summary.excess = excess.value();
    summary.chance_lost = loss.value();
    summary.chance_lost_error = std::sqrt(lost_variance);
    summary.accuracy_error = std::sqrt(accuracy_variance);
    return summary;
}

}  // namespace sapper

#include "reviews/summary.hpp"

#include <cmath>

namespace sapper {

namespace {

// A sum with the rounding errors of its additions, so that its last bit hardly depends on their order.
class Total {
  public:
    void add(double value) {
        const double sum = sum_ + value;
        rest_ += std::abs(sum_) >= std::abs(value) ? (sum_ - sum) + value : (value - sum) + sum_;
        sum_ = sum;
    }
    double value() const { return sum_ + rest_; }

  private:
    double sum_ = 0;
    double rest_ = 0;
};

}  // namespace

JudgedMove judged(const ReviewedMove& move) {
    const auto loss_of = [](const MoveChance& chance) {
        return JudgedMove::Loss{chance.before, chance.lost};
    };
    return {judgement_of(move), move.chance ? std::optional(loss_of(*move.chance)) : std::nullopt};
}

ReviewSummary summary_of(std::span<const JudgedMove> moves) {
    ReviewSummary summary;
    Total lost;
    for (const JudgedMove& move : moves) {
        const Judgement& judgement = move.judgement;
        if (move.loss) {
            lost.add(move.loss->lost);
            summary.accuracy *= kept_share(move.loss->before, move.loss->lost);
        }
        if (!judgement.is_guess()) continue;
        summary.forced += judgement.verdict == MoveVerdict::forced;
        summary.needless += judgement.verdict == MoveVerdict::needless;
        summary.riskier += judgement.is_riskier();
        summary.luck *= 1 - judgement.risk.value_or(0);
        if (!std::isnan(judgement.best_risk)) summary.needed_luck *= 1 - judgement.best_risk;
        if (move.loss) ++summary.grades[grade_of(move.loss->lost)];
    }
    summary.chance_lost = lost.value();
    return summary;
}

}  // namespace sapper

#include "reviews/reviewed_move.hpp"

#include <algorithm>

namespace sapper {

namespace {

// A riskier cell than the safest may tell more, but seldom enough to make up for this much risk.
constexpr double kRiskier = 0.1;

}  // namespace

const Missed* ReviewedMove::proof() const {
    const auto proves = [this](const Missed& each) { return each.deduction.proves_safe(best.cell); };
    const auto found = std::ranges::find_if(missed, proves);
    return found == missed.end() ? nullptr : &*found;
}

double Judgement::excess() const {
    return is_guess() && risk ? std::max(0.0, *risk - best_risk) : 0;
}

bool Judgement::is_riskier() const {
    return verdict == MoveVerdict::forced && excess() >= kRiskier;
}

}  // namespace sapper

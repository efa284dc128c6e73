// Maximises the chance to survive this guess and the next ones, each chosen after seeing the numbers before
// it. A safe cell found on the way counts as certain survival. With one guess ahead this is two-step safety.
#include <algorithm>
#include <cmath>

#include "strategy/policies/policy.hpp"
#include "strategy/scoring/guess_score.hpp"

namespace sapper {

namespace {

// How many positions one pick may examine. After that the best guess so far is taken.
constexpr std::size_t kMostPositions = 20000;
// Only cells with at least this share of the safety of the safest are examined.
constexpr double kBand = 0.9;
// By how much a cell must beat an earlier one to be preferred.
constexpr double kBetter = 1e-9;

class LookAhead final : public Policy {
  public:
    explicit LookAhead(std::uint32_t depth) : depth_(depth) {}

    Needs needs() const override { return Needs::odds; }

    Guess pick(const Outlook& outlook) override {
        positions_ = 0;
        Guess best;
        double most = -1;
        for (const Guess& candidate : candidates(outlook)) {
            if (best.cell != kNoCell && (1 - candidate.risk <= most + kBetter || positions_ > kMostPositions))
                break;
            const double survived = survival(outlook, candidate, depth_, most);
            if (survived <= most + kBetter) continue;
            most = survived;
            best = candidate;
        }
        return best;
    }

  private:
    // The cells worth examining, safest first. Of the open sea, one cell of each degree.
    std::vector<Guess> candidates(const Outlook& outlook) {
        Inference& inference = outlook.odds->inference();
        const Constraints& constraints = inference.constraints();
        std::vector<Guess> found;
        std::vector<bool> seen(constraints.topology().max_degree() + 1);
        double least = 1;
        for (Cell cell = 0; cell < outlook.size(); ++cell) {
            if (!constraints.undecided(cell)) continue;
            if (in_open_sea(constraints, cell)) {
                const std::size_t degree = constraints.topology().degree(cell);
                if (seen[degree]) continue;
                seen[degree] = true;
            }
            const double risk =
                inference.depth() == 0 ? outlook.odds->risk(cell) : inference.about(cell).mine_probability;
            least = std::min(least, risk);
            if (1 - risk >= kBand * (1 - least)) found.push_back({cell, risk});
        }
        std::erase_if(found,
                      [&](const Guess& candidate) { return 1 - candidate.risk < kBand * (1 - least); });
        // Equal risks may differ in the last digits, depending on how they were computed.
        const auto round_score = [](const Guess& candidate) { return std::round(candidate.risk * 1e12); };
        std::stable_sort(found.begin(), found.end(),
                         [&](const Guess& a, const Guess& b) { return round_score(a) < round_score(b); });
        return found;
    }

    // May stop early once it cannot beat `to_beat`.
    double survival(const Outlook& outlook, const Guess& candidate, std::uint32_t depth, double to_beat) {
        Inference& inference = outlook.odds->inference();
        double survived = 0;
        double left = 1 - candidate.risk;
        for_each_outcome(inference, inference.log_configurations(), candidate.cell, [&](Mark, double chance) {
            ++positions_;
            survived += chance * best_survival(outlook, depth - 1);
            left -= chance;
            return survived + left > to_beat;
        });
        return survived;
    }

    double best_survival(const Outlook& outlook, std::uint32_t depth) {
        Inference& inference = outlook.odds->inference();
        const Guess safest = inference.safest();
        if (safest.cell == kNoCell || safest.risk == 0) return 1;  // won, or a cell is certainly safe
        if (depth == 0 || positions_ > kMostPositions) return 1 - safest.risk;
        double most = 0;
        for (const Guess& candidate : candidates(outlook)) {
            if (1 - candidate.risk <= most + kBetter) break;
            most = std::max(most, survival(outlook, candidate, depth, most));
        }
        return most;
    }

    std::uint32_t depth_;
    std::size_t positions_ = 0;  // positions examined for this pick
};

}  // namespace

// "two-step", or "look-ahead-" and a digit from 1 on.
std::unique_ptr<Policy> look_ahead(std::string_view name) {
    constexpr std::string_view kPrefix = "look-ahead-";
    if (name == "two-step") return std::make_unique<LookAhead>(1);
    if (!name.starts_with(kPrefix) || name.size() != kPrefix.size() + 1) return nullptr;
    const char digit = name.back();
    if (digit < '1' || digit > '9') return nullptr;
    return std::make_unique<LookAhead>(static_cast<std::uint32_t>(digit - '0'));
}

}  // namespace sapper

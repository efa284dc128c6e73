// Maximises the chance to survive this guess and the next ones, each of which knows the numbers before it. A
// certainly safe cell on the way counts as survival. With one guess ahead this is two-step safety.
#include <algorithm>
#include <cmath>

#include "strategy/policies/policy.hpp"
#include "strategy/scoring/guess_score.hpp"

namespace sapper {

namespace {

// The most positions that one pick examines. After them it takes the best guess so far.
constexpr std::size_t kMostPositions = 20000;
// It examines only cells with at least this share of the safety of the safest.
constexpr double kBand = 0.9;
// The margin by which a cell must beat an earlier one.
constexpr double kBetter = 1e-9;

class LookAhead final : public Policy {
  public:
    explicit LookAhead(std::uint32_t depth) : depth_(depth) {}

    Needs needs() const override { return Needs::odds; }

    CellRisk pick(const Outlook& outlook) override {
        positions_ = 0;
        CellRisk best;
        double most = -1;
        for (const CellRisk& candidate : candidates(outlook)) {
            if (best.cell != kNoCell && (1 - candidate.risk <= most + kBetter || positions_ > kMostPositions))
                break;
            const double chance_to_survive = survival(outlook, candidate, depth_, most);
            if (chance_to_survive <= most + kBetter) continue;
            most = chance_to_survive;
            best = candidate;
        }
        return best;
    }

  private:
    // The cells worth examining, safest first. Of the open sea, one cell of each degree.
    std::vector<CellRisk> candidates(const Outlook& outlook) {
        Inference& inference = outlook.odds->inference();
        const Constraints& constraints = inference.constraints();
        std::vector<CellRisk> list;
        std::vector<bool> has_degree(constraints.topology().max_degree() + 1);
        double least = 1;
        for (Cell cell = 0; cell < outlook.size(); ++cell) {
            if (!constraints.undecided(cell)) continue;
            if (in_open_sea(constraints, cell)) {
                const std::size_t degree = constraints.topology().degree(cell);
                if (has_degree[degree]) continue;
                has_degree[degree] = true;
            }
            const double risk =
                inference.depth() == 0 ? outlook.odds->risk(cell) : inference.about(cell).mine_probability;
            least = std::min(least, risk);
            if (1 - risk >= kBand * (1 - least)) list.push_back({cell, risk});
        }
        std::erase_if(list,
                      [&](const CellRisk& candidate) { return 1 - candidate.risk < kBand * (1 - least); });
        // Equal risks may differ in the last digits, because several ways lead to them.
        const auto rounded_risk = [](const CellRisk& candidate) { return std::round(candidate.risk * 1e12); };
        std::stable_sort(list.begin(), list.end(), [&](const CellRisk& a, const CellRisk& b) {
            return rounded_risk(a) < rounded_risk(b);
        });
        return list;
    }

    // The chance to survive. May stop early when it cannot beat `to_beat`.
    double survival(const Outlook& outlook, const CellRisk& candidate, std::uint32_t depth, double to_beat) {
        Inference& inference = outlook.odds->inference();
        double chance_to_survive = 0;
        double left = 1 - candidate.risk;
        for_each_outcome(inference, inference.log_configurations(), candidate.cell, [&](Mark, double chance) {
            ++positions_;
            chance_to_survive += chance * best_survival(outlook, depth - 1);
            left -= chance;
            return chance_to_survive + left > to_beat;
        });
        return chance_to_survive;
    }

    double best_survival(const Outlook& outlook, std::uint32_t depth) {
        Inference& inference = outlook.odds->inference();
        const CellRisk safest = inference.safest();
        if (safest.cell == kNoCell || safest.risk == 0) return 1;  // won, or a cell is certainly safe
        if (depth == 0 || positions_ > kMostPositions) return 1 - safest.risk;
        double most = 0;
        for (const CellRisk& candidate : candidates(outlook)) {
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

// A policy with every idea that was tried. It uses two-step safety over the numbers that a cell may show. It
// forgives most of the risk of even chances that must be taken sooner or later. It takes an even chance at
// once if nothing can tell more about it. If the guess would make a safer cell certain anyway, it opens that
// cell first. It leaves closed pockets of a few cells for last. Costs several times as much as `best`;
// docs/research/best.md says what it is worth.
#include <algorithm>
#include <optional>

#include "strategy/policies/even_chances.hpp"
#include "strategy/policies/policy.hpp"
#include "strategy/scoring/candidates.hpp"
#include "strategy/scoring/guess_score.hpp"
#include "util/floats.hpp"

namespace sapper {

namespace {

// The share of a risk that is forgiven because it must be taken anyway. Not all of it, because taking it
// early leaves less to learn from.
constexpr double kForgiven = 0.9;
constexpr double kSecond = 0.2;     // weight of the second safest cell against the safest
constexpr double kCertain = 0.001;  // bonus when some living cell becomes certain
constexpr std::size_t kPocket = 8;  // a pocket has fewer cells than this

class FullScore final : public Policy {
  public:
    explicit FullScore(const Topology& topology) : even_(topology) {}

    Needs needs() const override { return Needs::odds; }

    Guess pick(const Outlook& outlook) override {
        Inference& inference = outlook.odds->inference();
        even_.find(inference);
        if (const auto guess = forced(inference)) return *guess;
        candidates_ = find_candidates_(inference, {});
        if (candidates_.empty()) return inference.safest();
        leave_pockets(inference.constraints());
        const double log_total = inference.log_configurations();
        Candidate best = candidates_.front();
        double highest = -1;
        for (const Candidate& candidate : candidates_) {
            const double most = candidate.worth * forgiven(candidate) * (1 + kCertain);
            if (most <= highest) continue;
            const double score = rounded(forgiven(candidate) * value(inference, candidate, log_total));
            if (score <= highest) continue;
            highest = score;
            best = candidate;
        }
        return undominated(inference, best, log_total);
    }

  private:
    // The safest cell that is a mine only as a side of an even chance. Waiting gains nothing there.
    std::optional<Guess> forced(Inference& inference) const {
        constexpr double kRounding = 1e-9;
        std::optional<Guess> safest;
        for (Cell cell : even_.cells()) {
            const double risk = inference.about(cell).mine_probability;
            if (risk >= 1 || even_.of(cell) < risk * (1 - kRounding)) continue;
            if (!safest || rounded(risk) < rounded(safest->risk)) safest = Guess{cell, risk};
        }
        return safest;
    }

    // Drops candidates in pockets, small sets of hidden cells that touch no others, unless all are in
    // pockets.
    void leave_pockets(const Constraints& constraints) {
        const auto in_pocket = [&](const Candidate& candidate) {
            pocket_.assign(1, candidate.cell);
            for (std::size_t next = 0; next < pocket_.size() && pocket_.size() < kPocket; ++next) {
                for (Cell other : constraints.topology().neighbours(pocket_[next])) {
                    if (constraints.undecided(other) && std::ranges::find(pocket_, other) == pocket_.end())
                        pocket_.push_back(other);
                }
            }
            return pocket_.size() < kPocket;
        };
        if (!std::ranges::all_of(candidates_, in_pocket)) std::erase_if(candidates_, in_pocket);
    }

    double forgiven(const Candidate& candidate) const {
        return 1 + kForgiven * even_.of(candidate.cell) / (1 - candidate.risk);
    }

    double value(Inference& inference, const Candidate& candidate, double log_total) {
        double score = 0;
        for_each_outcome(inference, log_total, candidate.cell, [&](Mark, double chance) {
            const Prospect prospect = prospect_of(inference);
            const double safety = (1 - kSecond) * prospect.safest + kSecond * prospect.second;
            score += chance * safety * (1 + (prospect.certain > 0 ? kCertain : 0));
            return true;
        });
        return score;
    }

    // The chosen cell, or a safer one that it would make certain whatever it shows.
    Guess undominated(Inference& inference, const Candidate& chosen, double log_total) const {
        std::vector<Candidate> safer;
        std::ranges::copy_if(candidates_, std::back_inserter(safer),
                             [&](const Candidate& candidate) { return candidate.worth > chosen.worth; });
        for_each_outcome(inference, log_total, chosen.cell, [&](Mark, double) {
            std::erase_if(safer, [&](const Candidate& candidate) {
                return inference.about(candidate.cell).verdict == Verdict::uncertain;
            });
            return !safer.empty();
        });
        const Candidate& first = safer.empty() ? chosen : safer.front();
        return {first.cell, first.risk};
    }

    EvenChances even_;
    CandidateFinder find_candidates_;
    std::vector<Candidate> candidates_;
    std::vector<Cell> pocket_;
};

}  // namespace

std::unique_ptr<Policy> full_score(const Topology& topology) {
    return std::make_unique<FullScore>(topology);
}

}  // namespace sapper

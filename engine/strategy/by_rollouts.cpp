// Which of the best guesses to take, by games that another player plays on from each.
#include <algorithm>
#include <cmath>
#include <utility>

#include "strategy/evaluation.hpp"
#include "strategy/strategies.hpp"
#include "util/bits.hpp"
#include "util/floats.hpp"

namespace sapper {

namespace {

// Rollouts begin when this share of the cells is decided.
constexpr double kDecidedShare = 0.1;
constexpr std::size_t kMostCells = 1024;
// The search for candidates is wider than for the score alone, by these factors. Rollouts compare the best
// few.
constexpr std::size_t kMoreCandidates = 4;
constexpr double kWiderBand = 0.9;
constexpr std::size_t kMostGuesses = 8;
// The worth of a score of 1 without the network, in wins per game.
constexpr double kScoreCounts = 0.3;
constexpr std::uint64_t kRound = 128;
constexpr std::uint64_t kMostGames = 2048;  // of each guess
constexpr double kHopeless = 2;             // rivals this many standard deviations behind go
// The most work of all rollouts in a game, in guesses that the other player makes. On expert boards one such
// guess takes about 0.1 ms, and up to four times that in some late positions.
constexpr std::uint64_t kBudget = 48'000;
constexpr std::uint64_t kShares = 3;  // a guess may spend the budget left, divided by this

// The standard deviation of the network's error in the difference of two guesses, by the logarithm of the
// number of configurations. docs/research/best.md has the table.
double surprise_at(double log_configurations) {
    return log_configurations < 35 ? 0.015 : log_configurations < 214 ? 0.009 : 0.005;
}

class ByRollouts final : public Policy {
  public:
    ByRollouts(const ScoreRules& rules, std::unique_ptr<Player> plays_on)
        : score_(rules),
          rater_(wider(rules)),
          plays_on_(std::make_shared<CachingPlayer>(std::move(plays_on))) {}

    void begin() override { budget_ = kBudget; }
    Needs needs() const override { return Needs::odds; }

    CellRisk pick(const Outlook& outlook) override {
        Inference& inference = outlook.odds->inference();
        const CellRisk usual = score_.best(inference);
        const Constraints& constraints = inference.constraints();
        const auto cells = static_cast<double>(outlook.size());
        if (outlook.size() > kMostCells || outlook.game.exploded() > 0 || budget_ == 0) return usual;
        if (static_cast<double>(constraints.undecided_cells()) > (1 - kDecidedShare) * cells) return usual;
        find_rivals(inference, usual);
        drop_hopeless();
        if (rivals_.size() == 1) return usual;
        try {
            compare(outlook);
        } catch (const BudgetExceeded&) {
            return usual;
        }
        return leader().guess;
    }

  private:
    // A guess to compare with the usual one. The usual guess is the first rival, with the difference 0.
    struct Rival {
        CellRisk guess;
        double prior;  // difference in wins, before any game
        std::vector<double> values;
        double difference = 0;
        double deviation;
    };

    static ScoreRules wider(ScoreRules rules) {
        rules.candidates.most *= kMoreCandidates;
        rules.candidates.frontier_band *= kWiderBand;
        rules.candidates.sea_band *= kWiderBand;
        return rules;
    }

    void find_rivals(Inference& inference, const CellRisk& usual) {
        std::vector<GuessScore::Rating> ratings = rater_.rate(inference);
        surprise_ = surprise_at(inference.log_configurations());
        rivals_.assign(1, {usual, 0, {}, 0, surprise_});
        const auto own =
            std::ranges::find(ratings, usual.cell, [](const auto& one) { return one.guess.cell; });
        if (own == ratings.end()) return;
        const bool judges = GuessNet::can_judge(inference.constraints().topology());
        for (const GuessScore::Rating& one : ratings) {
            if (one.guess.cell == usual.cell) continue;
            const double by_network = one.worth - own->worth;
            const double prior = judges ? by_network : kScoreCounts * (one.score - own->score);
            // The network may be wrong far from the highest score, so it never ranks a guess above the usual
            // one.
            const double most = std::min(round_score(prior), 0.0);
            rivals_.push_back({one.guess, most, {}, most, surprise_});
        }
        std::stable_sort(rivals_.begin() + 1, rivals_.end(),
                         [](const Rival& one, const Rival& other) { return one.prior > other.prior; });
        if (rivals_.size() > kMostGuesses) rivals_.resize(kMostGuesses);
    }

    void compare(const Outlook& outlook) {
        std::vector<Mark> marks = outlook.game.marks();
        std::ranges::replace_if(marks, is_hidden, kHidden);
        const std::uint64_t seed = position_number(marks, outlook.game.mines());
        Limits limits;
        limits.poll = outlook.poll;
        const std::uint64_t share = budget_ / kShares;
        Evaluation evaluation({outlook.game.topology(), outlook.game.mines(), std::move(marks)},
                              FirstClick::any, plays_on_, limits);
        plays_on_->forget();
        std::uint64_t in_round = 0;  // work per rival
        for (std::uint64_t games = 0; games < kMostGames && rivals_.size() > 1; games += kRound) {
            const std::uint64_t before = evaluation.guesses();
            if (before + in_round * rivals_.size() > share) break;
            const std::uint64_t players = rivals_.size();
            for (Rival& rival : rivals_) {
                for (std::uint64_t game = games; game < games + kRound; ++game)
                    rival.values.push_back(evaluation.value(seed, game, {&rival.guess.cell, 1}));
            }
            in_round = (evaluation.guesses() - before) / players;
            drop_equal();
            for (Rival& rival : rivals_)
                judge(rival);
            drop_hopeless();
        }
        budget_ -= std::min(budget_, evaluation.guesses());
    }

    // Updates the mean and the deviation of a rival's difference from the usual guess by its games.
    void judge(Rival& rival) const {
        const std::vector<double>& usual = rivals_.front().values;
        const auto games = static_cast<double>(usual.size());
        double sum = 0, squares = 0;
        for (std::size_t i = 0; i < usual.size(); ++i) {
            const double difference = rival.values[i] - usual[i];
            sum += difference;
            squares += difference * difference;
        }
        const double mean = sum / games;
        // As in GameValues, adds a game: equal values do not prove that all are equal.
        const double of_mean = (squares / games - mean * mean + 1 / games) / games;
        const double trust = surprise_ * surprise_ / (surprise_ * surprise_ + of_mean);
        rival.difference = round_score(rival.prior + trust * (mean - rival.prior));
        rival.deviation = surprise_ * std::sqrt(1 - trust);
        if (&rival == &rivals_.front()) rival.difference = 0;
    }

    const Rival& leader() const { return *std::ranges::max_element(rivals_, {}, &Rival::difference); }

    // Drops rivals whose games all have the same values as those of the usual guess.
    void drop_equal() {
        const std::vector<double>& usual = rivals_.front().values;
        const auto equal = [&usual](const Rival& rival) { return rival.values == usual; };
        rivals_.erase(std::remove_if(rivals_.begin() + 1, rivals_.end(), equal), rivals_.end());
    }

    // Drops rivals that are too far behind, but never the usual guess: the others are compared with it.
    void drop_hopeless() {
        const double least = leader().difference;
        const auto hopeless = [least](const Rival& rival) {
            return round_score(rival.difference + kHopeless * rival.deviation) < least;
        };
        rivals_.erase(std::remove_if(rivals_.begin() + 1, rivals_.end(), hopeless), rivals_.end());
    }

    GuessScore score_;
    GuessScore rater_;
    std::shared_ptr<CachingPlayer> plays_on_;
    std::vector<Rival> rivals_;
    double surprise_ = 0;
    std::uint64_t budget_ = kBudget;
};

}  // namespace

std::unique_ptr<Policy> by_rollouts(const ScoreRules& rules, std::unique_ptr<Player> plays_on) {
    return std::make_unique<ByRollouts>(rules, std::move(plays_on));
}

}  // namespace sapper

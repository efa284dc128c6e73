#include "hints/ranking.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "deduction/explainer.hpp"
#include "hints/advised_guess.hpp"

namespace sapper {

namespace {

class Ranking {
  public:
    Ranking(const Position& position, const RankingOrder& order, const Limits& limits)
        : position_(position), order_(order), limits_(limits) {}

    std::optional<std::vector<RankedMove>> moves() {
        const Explanation explanation = explain(position_, limits_, kMostLooks, order_.mine_count);
        const auto hidden = std::ranges::count_if(position_.marks, is_hidden);
        const auto exploded = std::ranges::count(position_.marks, kExploded);
        const bool is_cleared = order_.mine_count && hidden + exploded == std::int64_t{position_.mines};
        if (order_.rules.win == Win::cleared && is_cleared) return std::vector<RankedMove>{};
        for (const Deduction& each : explanation.deductions) {
            for (const Claim claim : each.claims)
                learn(claim, each.difficulty);
        }
        std::optional<Analysis> own_analysis;
        const Analysis* analysis = nullptr;
        const bool has_prior = position_.prior != nullptr;  // the explanation does not heed it
        if (has_prior || (order_.mine_count && !(any_safe_ && explanation.complete))) {
            if (order_.analysis == nullptr) own_analysis = estimated_at_least(position_, limits_);
            analysis = own_analysis ? &*own_analysis : order_.analysis;
        }
        if (analysis != nullptr && (has_prior || !explanation.complete)) learn_from(*analysis);
        const bool has_chances = order_.mine_count || position_.has_chances();
        if (certain_.empty() && !has_chances && hidden > 0) return std::nullopt;
        std::vector<RankedMove> moves;
        if (any_safe_) {
            moves = certain(false);
        } else if (has_chances) {
            moves = guesses(analysis);
        }
        std::ranges::copy(certain(true), std::back_inserter(moves));
        moves.resize(std::min(moves.size(), order_.most));
        return moves;
    }

  private:
    void learn(Claim claim, std::optional<Difficulty> rule) {
        certain_.try_emplace(claim.cell, claim.mine, rule);
        any_safe_ = any_safe_ || !claim.mine;
    }

    void learn_from(const Analysis& analysis) {
        for (Cell cell = 0; cell < analysis.verdicts.size(); ++cell) {
            const Verdict verdict = analysis.verdicts[cell];
            if (verdict == Verdict::safe || verdict == Verdict::mine)
                learn({cell, verdict == Verdict::mine}, std::nullopt);
        }
    }

    // The safe cells to open, or the mines to flag: the easiest rule first, and cells without a rule last.
    std::vector<RankedMove> certain(bool mines) const {
        std::vector<RankedMove> moves;
        for (const auto& [cell, certainty] : certain_) {
            const auto& [mine, rule] = certainty;
            const bool has_flag = mine && position_.marks[cell] == kFlag;
            if (mine == mines && !has_flag) moves.push_back({cell, mine, mine ? 1.0 : 0.0, true, rule});
        }
        std::ranges::stable_sort(moves, {}, [](const RankedMove& move) {
            return move.rule ? static_cast<std::size_t>(*move.rule) : difficulties().size();
        });
        return moves;
    }

    std::vector<RankedMove> guesses(const Analysis* analysis) const {
        if (analysis == nullptr) {
            const AdvisedGuess guess = guess_without_count(position_);
            return {{guess.cell, false, guess.risk, false}};
        }
        if (analysis->safest.cell == kNoCell) return {};
        const FirstClick first_click = order_.rules.first_click;
        const std::size_t most = order_.by_win ? std::max(order_.most, kComparedGuesses) : order_.most;
        const std::vector<RankedGuess> ranking =
            guesses_by_preference(position_, *analysis, first_click, most, limits_);
        std::vector<RankedMove> moves;
        for (const RankedGuess& guess : ranking) {
            moves.push_back({guess.cell, false, analysis->mine_probability[guess.cell], analysis->exact,
                             std::nullopt, guess.figures});
        }
        if (!order_.by_win || !analysis->exact) return moves;
        const std::vector<GuessByWin> by_win =
            guesses_by_win(position_, ranking, first_click, kNoCell, order_.seed, limits_);
        auto place = moves.begin();
        for (const GuessByWin& each : by_win) {
            const auto move = std::find_if(place, moves.end(),
                                           [&](const RankedMove& other) { return other.cell == each.cell; });
            move->comparison = each.comparison;
            std::rotate(place, move, move + 1);
            ++place;
        }
        return moves;
    }

    const Position& position_;
    const RankingOrder& order_;
    const Limits& limits_;
    // Whether a certain cell is a mine, and the rule that it needs.
    std::map<Cell, std::pair<bool, std::optional<Difficulty>>> certain_;
    bool any_safe_ = false;
};

}  // namespace

std::optional<std::vector<RankedMove>> rank_moves(const Position& position, const RankingOrder& order,
                                                  const Limits& limits) {
    if (!order.trust_flags) return Ranking(position, order, limits).moves();
    const Position basis = order.analysis == nullptr ? with_trusted_flags(position, order.mine_count, limits)
                                                     : with_flags_as_mines(position, order.mine_count);
    RankingOrder flagless = order;
    // Its verdicts call a flag a mine, and here that cell is no longer hidden.
    if (std::ranges::find(position.marks, kFlag) != position.marks.end()) flagless.analysis = nullptr;
    return Ranking(basis, flagless, limits).moves();
}

}  // namespace sapper

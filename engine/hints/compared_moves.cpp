#include "hints/compared_moves.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "strategy/evaluation.hpp"
#include "strategy/strategies.hpp"
#include "util/floats.hpp"

namespace sapper {

namespace {

constexpr std::size_t kFirstRound = 256;  // games of each move
constexpr std::size_t kMostForTwo = 4096;

// Sums the halves first, so that rounding errors hardly grow with the number of values. Short sums use eight
// accumulators.
double pairwise_sum(std::span<const double> values) {
    constexpr std::size_t kShort = 128;
    constexpr std::size_t kTurns = 8;
    if (values.size() > kShort) {
        const std::size_t half = values.size() / 2 / kTurns * kTurns;
        return pairwise_sum(values.first(half)) + pairwise_sum(values.subspan(half));
    }
    if (values.size() < kTurns) return std::accumulate(values.begin(), values.end(), 0.0);
    double sums[kTurns];
    std::copy_n(values.begin(), kTurns, sums);
    std::size_t next = kTurns;
    for (; next + kTurns <= values.size(); next += kTurns) {
        for (std::size_t i = 0; i < kTurns; ++i)
            sums[i] += values[next + i];
    }
    const double sum =
        ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    return std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(next), values.end(), sum);
}

double mean_value(std::span<const double> values) {
    return pairwise_sum(values) / static_cast<double>(values.size());
}

// The standard error of the mean, as in GameValues.
double standard_error_of(std::span<const double> values) {
    const double mean = mean_value(values);
    std::vector<double> squares;
    for (const double value : values)
        squares.push_back((value - mean) * (value - mean));
    const auto count = static_cast<double>(values.size());
    return std::sqrt((mean_value(squares) + 1 / count) / count);
}

// The value of each game of one move, less that of the other, for the games that `other` has played.
std::vector<double> differences_of(std::span<const double> one, std::span<const double> other) {
    std::vector<double> differences;
    for (std::size_t game = 0; game < other.size(); ++game)
        differences.push_back(one[game] - other[game]);
    return differences;
}

class Comparison {
  public:
    Comparison(Evaluation& evaluation, std::span<const std::vector<Cell>> moves)
        : evaluation_(evaluation), moves_(moves), values_(moves.size()), means_(moves.size()) {}

    // The exact comparison. Nothing if too many minefields fit.
    std::optional<std::vector<ComparedMove>> exactly() {
        for (std::size_t move = 0; move < moves_.size(); ++move) {
            const std::optional<double> chance = evaluation_.exact(moves_[move]);
            if (!chance) return std::nullopt;
            means_[move] = *chance;
        }
        std::vector<std::size_t> order = all();
        sort(order);
        std::vector<ComparedMove> result;
        const double best = means_[order[0]];
        for (const std::size_t move : order) {
            const double behind = round_score(best - means_[move]);
            result.push_back({move, best - behind, 0, behind, 0, 0});
        }
        return result;
    }

    std::vector<ComparedMove> by_games(double error, std::size_t against) {
        std::vector<std::size_t> left = all();
        for (std::size_t games = kFirstRound;; games *= 2) {
            for (const std::size_t move : left)
                play(move, games);
            sort(left);
            if (left.size() <= 2 && (games >= kMostForTwo || error_between(left) <= error)) break;
            const std::size_t most = std::max<std::size_t>(2, (left.size() + 1) / 2);
            if (left.size() <= most) continue;
            const auto first_out = left.begin() + static_cast<std::ptrdiff_t>(most);
            if (std::find(first_out, left.end(), against) != left.end()) left[most - 1] = against;
            left.resize(most);
        }
        // Moves that left earlier come later.
        std::vector<std::size_t> order = all();
        sort(order);
        std::ranges::stable_sort(order, std::ranges::greater{},
                                 [this](std::size_t move) { return values_[move].size(); });
        std::vector<ComparedMove> result;
        for (const std::size_t move : order)
            result.push_back(beside(move, order[0]));
        return result;
    }

  private:
    std::vector<std::size_t> all() const {
        std::vector<std::size_t> all(moves_.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        return all;
    }

    void sort(std::vector<std::size_t>& moves) const {
        std::ranges::stable_sort(moves, std::ranges::greater{},
                                 [this](std::size_t move) { return round_score(means_[move]); });
    }

    void play(std::size_t move, std::size_t games) {
        std::vector<double>& values = values_[move];
        while (values.size() < games)
            values.push_back(evaluation_.value(seed_, values.size(), moves_[move]));
        means_[move] = mean_value(values);
    }

    double error_between(const std::vector<std::size_t>& moves) const {
        if (moves.size() < 2) return 0;
        return standard_error_of(differences_of(values_[moves[0]], values_[moves[1]]));
    }

    // The best move has played the most games. So the chance of another move is that of the best, less the
    // difference in their common games.
    ComparedMove beside(std::size_t move, std::size_t best) const {
        const std::vector<double>& most = values_[best];
        const double chance = means_[best];
        const double error = standard_error_of(most);
        const std::size_t games = values_[move].size();
        if (move == best) return {move, chance, error, 0, 0, games};
        const std::vector<double> behind = differences_of(most, values_[move]);
        const double mean = mean_value(behind);
        const double behind_error = standard_error_of(behind);
        std::vector<double> products;
        for (std::size_t game = 0; game < games; ++game)
            products.push_back((most[game] - chance) * (behind[game] - mean));
        const double variance = error * error + behind_error * behind_error -
                                2 * mean_value(products) / static_cast<double>(most.size());
        return {move, chance - mean, std::sqrt(std::max(variance, 0.0)), mean, behind_error, games};
    }

    Evaluation& evaluation_;
    std::uint64_t seed_ = evaluation_.seed_here(0);
    std::span<const std::vector<Cell>> moves_;
    std::vector<std::vector<double>> values_;  // of the games of each move
    std::vector<double> means_;
};

}  // namespace

std::vector<ComparedMove> compare_moves(const Position& position, std::span<const std::vector<Cell>> moves,
                                        FirstClick first_click, double error, std::size_t against,
                                        const Limits& limits) {
    const Rules rules{.first_click = first_click};
    Evaluation evaluation(position, first_click,
                          make_player("fast", position.topology, position.mines, rules), limits);
    Comparison comparison(evaluation, moves);
    std::optional<std::vector<ComparedMove>> exact = comparison.exactly();
    return exact ? std::move(*exact) : comparison.by_games(error, against);
}

}  // namespace sapper

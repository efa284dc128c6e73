#include "simulation/luck.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "board/game.hpp"

namespace sapper {

namespace {

constexpr std::uint64_t kFirstLuckBlock = 8;  // games, whose multiples are 0
// Draws the fits towards the win rate of the games so far, because a survived guess is worth about that. The
// pull is as strong as that of luck whose squares add up to this.
constexpr double kPullToRate = 4;

// One, the wins of each player, then the luck of each player.
std::size_t luck_variables(std::size_t players) {
    return 1 + players * (1 + kLucks);
}

// Where the product of two variables stands among the sums of a block.
std::size_t place_of_product(std::size_t one, std::size_t other, std::size_t count) {
    const std::size_t row = std::min(one, other), column = std::max(one, other);
    return row * count - row * (row + 1) / 2 + column;
}

// The sums of products that a fit needs, for the value that the weights make of the wins.
class LuckProducts {
  public:
    explicit LuckProducts(std::span<const int> weights) : players_(weights.size()) {
        for (std::size_t player = 0; player < players_; ++player) {
            if (weights[player] == 0) continue;
            wins_.push_back({1 + player, weights[player]});
            for (std::size_t luck = 0; luck < kLucks; ++luck) {
                lucks_.push_back({1 + players_ + player * kLucks + luck, weights[player]});
                wins_of_player_.push_back({1 + player, 1});
            }
        }
    }

    std::size_t size() const { return lucks_.size(); }
    // Each luck has the sign of its player, so all multiples are from 0 to 1.
    double games(std::span<const double> sums) const { return sums[0]; }
    double wins(std::span<const double> sums) const { return product(sums, wins_, one()); }
    double squared_wins(std::span<const double> sums) const { return product(sums, wins_, wins_); }
    double luck(std::span<const double> sums, std::size_t i) const {
        return product(sums, {&lucks_[i], 1}, one());
    }
    // The win rate of the player whose luck it is.
    double rate(std::span<const double> sums, std::size_t i) const {
        return product(sums, {&wins_of_player_[i], 1}, one()) / games(sums);
    }
    double luck_by_wins(std::span<const double> sums, std::size_t i) const {
        return product(sums, {&lucks_[i], 1}, wins_);
    }
    double luck_by_luck(std::span<const double> sums, std::size_t i, std::size_t j) const {
        return product(sums, {&lucks_[i], 1}, {&lucks_[j], 1});
    }

  private:
    struct Term {
        std::size_t variable;
        int weight;
    };

    static std::span<const Term> one() {
        static constexpr Term kOne{0, 1};
        return {&kOne, 1};
    }

    double product(std::span<const double> sums, std::span<const Term> first,
                   std::span<const Term> second) const {
        double total = 0;
        for (const Term& one : first) {
            for (const Term& other : second)
                total += one.weight * other.weight *
                         sums[place_of_product(one.variable, other.variable, luck_variables(players_))];
        }
        return total;
    }

    std::size_t players_;
    std::vector<Term> wins_;
    std::vector<Term> lucks_;
    std::vector<Term> wins_of_player_;  // for each luck
};

// Solves matrix * x = right by Cholesky's method. The matrix is symmetric and positive definite, row by row.
std::vector<double> solve_positive_definite(std::vector<double> matrix, std::vector<double> right) {
    const std::size_t size = right.size();
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double rest = matrix[i * size + j];
            for (std::size_t k = 0; k < j; ++k)
                rest -= matrix[i * size + k] * matrix[j * size + k];
            matrix[i * size + j] = i == j ? std::sqrt(rest) : rest / matrix[j * size + j];
        }
    }
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t k = 0; k < i; ++k)
            right[i] -= matrix[i * size + k] * right[k];
        right[i] /= matrix[i * size + i];
    }
    for (std::size_t i = size; i-- > 0;) {
        for (std::size_t k = i + 1; k < size; ++k)
            right[i] -= matrix[k * size + i] * right[k];
        right[i] /= matrix[i * size + i];
    }
    return right;
}

// The multiples with which the value would have varied least, by the method of least squares, from 0 to 1.
std::vector<double> fit_multiples(const LuckProducts& products, std::span<const double> sums) {
    const std::size_t size = products.size();
    if (products.games(sums) == 0) return std::vector<double>(size);
    const double mean = products.wins(sums) / products.games(sums);
    std::vector<double> matrix(size * size), right(size);
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j)
            matrix[i * size + j] = products.luck_by_luck(sums, i, j) + (i == j ? kPullToRate : 0);
        right[i] = products.luck_by_wins(sums, i) - mean * products.luck(sums, i) +
                   kPullToRate * products.rate(sums, i);
    }
    std::vector<double> multiples = solve_positive_definite(std::move(matrix), std::move(right));
    for (double& multiple : multiples)
        multiple = std::clamp(multiple, 0.0, 1.0);
    return multiples;
}

}  // namespace

void GameLuck::begin() {
    *this = {};
}

void GameLuck::guess(double risk, std::size_t safe_left, std::size_t safe, bool exploded) {
    if (counts_ && risks_ + risk <= kMostLuckRisk) {
        const std::size_t phase = std::min(kPhases - 1, kPhases * safe_left / safe);
        values_[phase] += exploded ? risk - 1 : risk;
        risks_ += risk;
    }
    counts_ = counts_ && !exploded;  // the game can no longer be won
}

void GameLuck::promise(double win_probability) {
    if (!counts_) return;
    promise_ = win_probability;
    has_promise_ = true;
    counts_ = false;
}

void GameLuck::end(bool is_won) {
    if (has_promise_) values_[kPhases] = (is_won ? 1 : 0) - promise_;
}

std::size_t luck_block(std::uint64_t place) {
    return static_cast<std::size_t>(std::bit_width(place / kFirstLuckBlock));
}

std::size_t luck_sums_of_block(std::size_t players) {
    const std::size_t count = luck_variables(players);
    return count * (count + 1) / 2;
}

std::vector<double> luck_sums(std::uint64_t before, std::span<const LuckColumns> players) {
    const std::size_t count = luck_variables(players.size()), each = luck_sums_of_block(players.size());
    const std::size_t first = luck_block(before);
    std::vector<double> sums, row(count);
    row[0] = 1;
    for (std::size_t game = 0; game < players.front().outcome.size(); ++game) {
        for (std::size_t player = 0; player < players.size(); ++player) {
            const LuckColumns& columns = players[player];
            row[1 + player] = static_cast<Status>(columns.outcome[game]) == Status::won ? 1 : 0;
            for (std::size_t luck = 0; luck < kLucks; ++luck)
                row[1 + players.size() + player * kLucks + luck] = columns.luck[game * kLucks + luck];
        }
        const std::size_t block = luck_block(before + game) - first;
        if (sums.size() < (block + 1) * each) sums.resize((block + 1) * each);
        double* sum = &sums[block * each];
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = i; j < count; ++j)
                *sum++ += row[i] * row[j];
        }
    }
    return sums;
}

LuckFreeSums luck_free(std::span<const double> sums, std::span<const int> weights) {
    const LuckProducts products(weights);
    const std::size_t each = luck_sums_of_block(weights.size()), size = products.size();
    std::vector<double> before(each);
    LuckFreeSums result;
    for (; sums.size() >= each; sums = sums.subspan(each)) {
        const std::span<const double> block = sums.first(each);
        const std::vector<double> multiples = fit_multiples(products, before);
        result.sum += products.wins(block);
        result.squares += products.squared_wins(block);
        for (std::size_t i = 0; i < size; ++i) {
            result.sum -= multiples[i] * products.luck(block, i);
            result.squares -= 2 * multiples[i] * products.luck_by_wins(block, i);
            for (std::size_t j = 0; j < size; ++j)
                result.squares += multiples[i] * multiples[j] * products.luck_by_luck(block, i, j);
        }
        for (std::size_t i = 0; i < each; ++i)
            before[i] += block[i];
    }
    return result;
}

}  // namespace sapper

#include "strategy/game_values.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

namespace {

constexpr double kFewest = 128;  // games before the error is estimated for the first time
constexpr double kLargestRound = 1 << 16;

}  // namespace

void GameValues::add(std::span<const double> values) {
    games_ += values.size();
    for (double value : values) {
        sum_ += value;
        squares_ += value * value;
    }
}

double GameValues::mean() const {
    return sum_ / static_cast<double>(games_);
}

// The variance of one value. Adds a game that is off by 1, because equal values so far do not prove that all
// are equal.
double GameValues::variance() const {
    const auto games = static_cast<double>(games_);
    return std::max(squares_ - sum_ * mean(), 0.0) / games + 1 / games;
}

double GameValues::error() const {
    return std::sqrt(variance() / static_cast<double>(games_));
}

double GameValues::wanted(double error) const {
    if (games_ == 0) return kFewest;
    const auto games = static_cast<double>(games_);
    const double needed = variance() / error / error;  // error * error may underflow
    return std::ceil(std::min({needed - games, 3 * games, kLargestRound}));
}

}  // namespace sapper

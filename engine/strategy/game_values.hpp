// Collects the values of the games of an evaluation: their mean, its standard error, and how many more games
// are needed. Values are added in the order of the games, so the sums are the same to the bit however many
// threads play.
#pragma once

#include <cstdint>
#include <span>

namespace sapper {

class GameValues {
  public:
    void add(std::span<const double> values);
    std::uint64_t games() const { return games_; }
    // The mean and its standard error. Both need at least one game.
    double mean() const;
    double error() const;
    // Estimates how many more games reach this standard error: a whole number, at most 65,536 and at most
    // three times the games so far. 0 or less if the error is small enough already.
    double wanted(double error) const;

  private:
    double variance() const;

    std::uint64_t games_ = 0;
    double sum_ = 0;
    double squares_ = 0;
};

}  // namespace sapper

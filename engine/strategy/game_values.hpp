// The values of the games of an evaluation, in the order of the games. So the sums have the same last bit
// however many threads played. Says what the mean is, how far it may be off, and when to stop.
#pragma once

#include <cstdint>
#include <span>

namespace sapper {

class GameValues {
  public:
    void add(std::span<const double> values);
    std::uint64_t games() const { return games_; }
    // Of at least one game: the mean, and its standard error.
    double mean() const;
    double error() const;
    // How many more games this error seems to need: at most three times those there are, and 65,536. Whole,
    // and 0 or less where the error is small enough.
    double wanted(double error) const;

  private:
    double variance() const;

    std::uint64_t games_ = 0;
    double sum_ = 0;
    double squares_ = 0;
};

}  // namespace sapper

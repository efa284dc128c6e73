// Takes luck out of win rates. A guess of risk r adds r to the luck of its game if it is safe, and r - 1 if
// it hits a mine. So its mean is 0, whatever the player does, if r is the exact risk. Where a player proves
// its chance w to win, the rest of the game adds 1 - w or -w, also of mean 0. A win rate minus any fixed
// multiple of the luck therefore has the same mean, and varies less if the multiple is chosen well.
//
// Luck is kept apart by phase: eighths of the safe cells that are left, and the proven end. The multiples of
// a game are fitted to games that come before it in the run. So they cannot follow its own luck, and the rate
// stays exactly unbiased. Games are fitted in blocks, each as long as all blocks before it. Blocks depend on
// the place of a game in the run alone, so the same games give the same figures, whatever the chunks.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

inline constexpr std::size_t kPhases = 8;
inline constexpr std::size_t kLucks = kPhases + 1;  // one for each phase, and that of the proven end
// Guesses count until their risks add up to this. So the rate of a single game stays between minus this and
// 1, which a test that may stop at any time needs.
inline constexpr double kMostLuckRisk = 2;

// The luck of one game.
class GameLuck {
  public:
    void begin();
    // Whether guesses still count.
    bool counts() const { return counts_; }
    // A guess of this exact risk, made when `safe_left` of `safe` safe cells were hidden. A risk of NaN,
    // which is not known, does not count.
    void guess(double risk, std::size_t safe_left, std::size_t safe, bool exploded);
    // The player wins from here with exactly this chance. Guesses after it do not count, because the chance
    // knows their mean.
    void promise(double win_probability);
    void end(bool is_won);
    const std::array<double, kLucks>& values() const { return values_; }

  private:
    std::array<double, kLucks> values_{};
    double risks_ = 0;
    double promise_ = 0;
    bool counts_ = true;
    bool has_promise_ = false;
};

// The wins of a player in consecutive games, and kLucks numbers for each game.
struct LuckColumns {
    std::span<const std::uint8_t> outcome;  // a Status
    std::span<const double> luck;
};

// The number of the block that holds the game at this place in a run, from 0.
std::size_t luck_block(std::uint64_t place);

// The sums that luck_free() needs, for one or two players of the same minefields: for each block, beginning
// with that of the game at `before`, the products of 1, the wins and the luck, summed over the games. Sums of
// other games of the same block can be added.
std::vector<double> luck_sums(std::uint64_t before, std::span<const LuckColumns> players);
// The number of sums in a block.
std::size_t luck_sums_of_block(std::size_t players);

// Sums over games of the value without luck. Its mean is that of `weights` times the wins.
struct LuckFreeSums {
    double sum = 0;
    double squares = 0;
};

// `sums` has all blocks from 0 on. Weights are -1, 0 or 1, one for each player; at least one is not 0.
LuckFreeSums luck_free(std::span<const double> sums, std::span<const int> weights);

}  // namespace sapper

// Puzzles: numbers that prove where all mines are, with nothing to open. A puzzle is made from the minefield
// of a game whose first click may hit a mine. All its numbers are given at first. Then one after the other is
// taken away, in random order, as long as the rest proves every hidden cell. The result depends only on the
// order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "board/position.hpp"
#include "board/topology.hpp"
#include "deduction/levels.hpp"
#include "minefields/certain_play.hpp"
#include "util/limits.hpp"

namespace sapper {

// How many minefields are tried. On boards that can have puzzles, nearly every one becomes one.
inline constexpr std::uint64_t kMostMinefields = 1000;

struct PuzzleOrder {
    std::shared_ptr<const Topology> topology;
    std::uint32_t mines = 0;
    Terms terms = {};
    std::size_t least_numbers = 0;
    std::uint64_t seed = 0;
    std::uint64_t first_game = 0;  // the first minefield to try
};

struct Puzzle {
    std::vector<Mark> marks;               // the numbers that are given; all other cells are hidden
    std::vector<std::uint8_t> mine_bytes;  // one byte for each cell, 0 or 1
    Difficulty hardest = Difficulty::single;
    std::size_t steps = 0;  // deductions, each the easiest that finds anything new
    std::uint64_t game = 0;
};

// The first puzzle; nothing if no minefield that is tried can be proved, even with all its numbers. Throws
// GameError if no cell would be safe, BudgetExceeded, and what the limits' poll throws.
std::optional<Puzzle> make_puzzle(const PuzzleOrder& order, const Limits& limits);

// The text of the error if there is none.
std::string no_puzzle_text(const Terms& terms);

}  // namespace sapper

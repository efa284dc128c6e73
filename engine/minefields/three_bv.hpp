// Counts the 3BV of a minefield (the fewest left clicks that open every safe cell), its openings and its
// islands, on any topology. An opening is a connected set of zeros. One click opens it with the numbers
// around it. An isolated number touches no zero and takes one click. An island is a connected set of isolated
// numbers. A counter keeps its buffers, so only the first minefield of a size allocates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board/position.hpp"
#include "board/topology.hpp"

namespace sapper {

// Computes the 3BV of square boards of at most 64 columns. Each row is one machine word, so a few operations
// handle the neighbours of a whole row. Keeps its buffers from one minefield to the next.
class RowBits {
  public:
    static bool can_hold(const Topology& topology);

    // One byte for each cell, 0 or 1.
    std::uint32_t three_bv(const Topology& topology, std::span<const std::uint8_t> mined);

  private:
    // A run of adjacent zeros, as a node of a union-find forest of the runs that open together.
    struct Run {
        std::uint64_t reach;  // the columns that touch it
        std::uint32_t parent;
    };

    void load(std::size_t rows, std::size_t columns, std::span<const std::uint8_t> mined);
    std::uint32_t openings();
    std::uint32_t root(std::uint32_t run);

    std::uint64_t all_ = 0;             // every column
    std::vector<std::uint64_t> mines_;  // per row, with an empty one before the first and after the last
    std::vector<std::uint64_t> zeros_;
    std::vector<std::uint64_t> reach_;  // per row: the columns of a set and those beside them
    std::vector<Run> runs_;
};

struct BoardCounts {
    std::uint32_t three_bv = 0;
    std::uint32_t openings = 0;
    std::uint32_t islands = 0;
};

class BoardCounter {
  public:
    // `mined` holds one byte for each cell, 0 or 1. `marks` is what the player sees.
    std::uint32_t three_bv(const Topology& topology, std::span<const std::uint8_t> mined);
    BoardCounts count(const Topology& topology, std::span<const std::uint8_t> mined);
    // The part of the 3BV that is done: openings whose cells and surrounding numbers are all open, and open
    // isolated numbers. A cell under a wrong flag is not open.
    std::uint32_t solved_three_bv(const Topology& topology, std::span<const std::uint8_t> mined,
                                  std::span<const Mark> marks);

  private:
    // What is left to count of a cell. Isolated and other numbers share one state.
    enum State : std::uint8_t { kZero, kNumber, kDone };

    void begin(const Topology& topology, std::span<const std::uint8_t> mined);
    std::span<const Cell> take_set(const Topology& topology, Cell start, State state);
    std::uint32_t take_all(const Topology& topology, State state);
    std::uint32_t isolated_numbers() const;

    RowBits row_bits_;
    std::vector<std::uint8_t> states_;
    std::vector<Cell> mines_;
    std::vector<Cell> queue_;
};

}  // namespace sapper

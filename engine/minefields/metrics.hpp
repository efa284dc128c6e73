// Counts the 3BV of a minefield (the fewest left clicks that open every safe cell), its openings and its
// islands, on any topology. An opening is a connected set of zeros; one click opens it with the numbers
// around it. An isolated number touches no zero and takes one click. An island is a connected set of isolated
// numbers. A counter keeps its buffers, so only the first minefield of a size allocates.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/position.hpp"
#include "board/topology.hpp"
#include "minefields/row_bits.hpp"

namespace sapper {

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
    // How much of the 3BV is done: openings whose cells and surrounding numbers are all open, and open
    // isolated numbers. A cell under a wrong flag is not open.
    std::uint32_t solved_three_bv(const Topology& topology, std::span<const std::uint8_t> mined,
                                  std::span<const Mark> marks);

  private:
    // What is left to count of a cell. All numbers share one state.
    enum State : std::uint8_t { kZero, kNumber, kCounted };

    void begin(const Topology& topology, std::span<const std::uint8_t> mined);
    std::span<const Cell> take_connected(const Topology& topology, Cell start, State state);
    std::uint32_t take_all(const Topology& topology, State state);
    std::uint32_t isolated_numbers() const;

    RowBits row_bits_;
    std::vector<std::uint8_t> states_;
    std::vector<Cell> mines_;
    std::vector<Cell> queue_;
};

}  // namespace sapper

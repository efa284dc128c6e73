// Computes the 3BV of square boards of at most 64 columns with one machine word for each row: a few
// operations handle the neighbours of a whole row. Keeps its buffers from one minefield to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board/topology.hpp"

namespace sapper {

class RowBits {
  public:
    static bool can_hold(const Topology& topology);

    // One byte for each cell, 0 or 1.
    std::uint32_t three_bv(const Topology& topology, std::span<const std::uint8_t> mined);

  private:
    // A run of adjacent zeros, and the first run found to open with it.
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
    std::vector<std::uint64_t> reach_;  // per row: its bits and those beside them
    std::vector<Run> runs_;
};

}  // namespace sapper

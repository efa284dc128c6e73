// Computes the 3BV of square boards of at most 64 columns. Each row is one machine word, so a few operations
// handle the neighbours of a whole row. Keeps its buffers from one minefield to the next.
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
    std::vector<std::uint64_t> reach_;  // per row: the columns of its set and those beside them
    std::vector<Run> runs_;
};

}  // namespace sapper

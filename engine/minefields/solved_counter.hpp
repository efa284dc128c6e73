// Follows how much of the 3BV of a game is done. An action costs time for the cells that it changed, while
// BoardCounter::solved_three_bv looks at the whole board.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/position.hpp"
#include "board/topology.hpp"

namespace sapper {

class SolvedCounter {
  public:
    // `mined` holds one byte for each cell, 0 or 1. All cells are closed.
    SolvedCounter(const Topology& topology, std::span<const std::uint8_t> mined);

    // Takes the cells that an action changed, and the marks of all cells after it. An open cell stays open.
    void follow(std::span<const Cell> changed, std::span<const Mark> marks);

    // The openings whose cells and surrounding numbers are all open, and the open isolated numbers.
    std::uint32_t solved() const { return solved_; }

  private:
    // One of the openings that a cell belongs to: an index into left_. A number can belong to several.
    struct Part {
        std::uint32_t opening;
        std::uint32_t next;  // the cell's next part, as an index into parts_; kNone after the last
    };
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    void add(Cell cell);

    std::vector<Part> parts_;
    std::vector<std::uint32_t> first_;  // of each cell, its first part; kNone for isolated numbers and mines
    std::vector<std::uint32_t> left_;   // of each opening, its closed cells
    std::vector<bool> is_open_;
    std::uint32_t solved_ = 0;
};

}  // namespace sapper

// A minefield as ZiNi sees it: what every cell is, which cells open together, and what is to be gained around
// every cell. Keeps its buffers from one minefield to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board/topology.hpp"

namespace sapper {

class Terrain {
  public:
    // `border`: a number that touches a zero; `isolated`: one that does not.
    enum Kind : std::uint8_t { zero, isolated, border, mine };

    // One byte a cell, 0 or 1. The topology has to live on.
    void load(const Topology& topology, std::span<const std::uint8_t> mined);

    const Topology& topology() const { return *topology_; }
    std::uint32_t three_bv() const { return openings() + static_cast<std::uint32_t>(isolated_.size()); }
    std::uint32_t openings() const { return static_cast<std::uint32_t>(opening_ends_.size()); }

    // A Kind for every cell.
    const std::vector<std::uint8_t>& kinds() const { return kinds_; }
    // For every safe cell the adjacent 3BV (the openings it touches or is of, the isolated numbers it touches
    // or is) less the adjacent mines.
    const std::vector<std::int16_t>& gains() const { return gains_; }
    // The opening that a zero is of.
    std::uint32_t opening_of(Cell zero_cell) const { return opening_of_[zero_cell]; }
    // The zeros of an opening, its first in front, and the numbers around them.
    std::span<const Cell> opening_cells(std::uint32_t opening) const {
        const std::size_t first = opening == 0 ? 0 : opening_ends_[opening - 1];
        return {opening_cells_.data() + first, opening_ends_[opening] - first};
    }

  private:
    void find_numbers(std::span<const std::uint8_t> mined);
    void find_openings();
    void find_opening(Cell start);
    void find_isolated();
    std::size_t opening_end() const { return opening_ends_.empty() ? 0 : opening_ends_.back(); }
    void make_room(std::size_t opening_cells);

    const Topology* topology_ = nullptr;
    std::vector<std::uint8_t> kinds_;
    std::vector<std::int16_t> gains_;
    std::vector<Cell> mines_;
    std::vector<Cell> isolated_;
    std::vector<std::uint32_t> opening_of_;
    std::vector<Cell> opening_cells_;        // opening by opening; what follows the last is no one's
    std::vector<std::size_t> opening_ends_;  // where opening i ends and i + 1 begins
    std::vector<std::uint32_t> seen_by_;     // the last opening that reached a cell
    std::vector<Cell> zeros_;                // of the opening that is being found
};

}  // namespace sapper

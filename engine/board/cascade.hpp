// What opens from a zero, on boards that a Bitboard can hold: the zeros that hang together are found a word
// of cells at a time. It is to be told of flags that come and go, which no cascade passes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/bitboard.hpp"
#include "board/position.hpp"
#include "util/cell_list.hpp"

namespace sapper {

class Cascade {
  public:
    // The topology is to outlive it.
    explicit Cascade(const Topology& topology);

    // Starts over from a minefield, one byte a cell, 0 or 1: all zeros are shut.
    void reset(std::span<const std::uint8_t> mined);
    // A zero that is shut stops cascades, or no longer does.
    void stop_at(Cell zero);
    void pass(Cell zero);
    // Adds to a list, in the order of the board, what a zero opens that was just opened: cells that are
    // hidden or questioned by these marks.
    void follow(Cell zero, const Mark* marks, CellList& opened);

  private:
    Bits spread(Cell zero);

    const Bitboard* board_;
    std::vector<Bits> shut_;     // zeros that are neither open nor flagged
    std::vector<Bits> reached_;  // zeros, by the one that is followed
};

}  // namespace sapper

// Finds the cells that open from a zero, on boards that a Bitboard can hold, by a word of cells at a time. A
// cascade does not pass a flag, so the owner reports every flag that is set on or removed from a zero.
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
    // The topology must outlive it.
    explicit Cascade(const Topology& topology);

    // Starts over from a minefield, one byte for each cell, 0 or 1. All zeros are closed.
    void reset(std::span<const std::uint8_t> mined);
    // stop_at() makes a closed zero stop cascades; pass() lets them through again.
    void stop_at(Cell zero);
    void pass(Cell zero);
    // Adds to `opened`, in the order of the board, all cells that a newly opened zero opens and that are
    // hidden or questioned in `marks`.
    void follow(Cell zero, const Mark* marks, CellList& opened);

  private:
    Bits spread(Cell zero);

    const Bitboard* board_;
    std::vector<Bits> shut_;     // zeros that are neither open nor flagged
    std::vector<Bits> reached_;  // zeros reached in this cascade
};

}  // namespace sapper

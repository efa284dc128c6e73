// What square boards show, computed for many cells at a time: the numbers, and the cells that open from a
// zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board/bitboard.hpp"
#include "board/cell_list.hpp"
#include "board/position.hpp"

namespace sapper {

// Counts the mines around all cells of a square board, mined cells included, by sums along columns and rows.
// That takes less time than counting around a few cells one by one. Keeps its buffer from one minefield to
// the next.
class NumberCounter {
  public:
    // `mined` holds one byte for each cell, 0 or 1.
    void operator()(std::size_t columns, std::span<const std::uint8_t> mined, std::vector<Mark>& numbers);

  private:
    std::vector<std::uint8_t> sums_;  // mines in a cell, the one above and the one below; shifted by one cell
};

// Finds the cells that open from a zero, a word of cells at a time, on boards that a Bitboard can hold. A
// cascade does not pass a flag, so the owner reports every flag that it sets on a zero or removes from one.
class Cascade {
  public:
    // The topology must outlive it.
    explicit Cascade(const Topology& topology);

    // Starts over from a minefield, one byte for each cell, 0 or 1. All zeros are closed.
    void reset(std::span<const std::uint8_t> mined);
    // Cascades stop at this closed zero, until pass() lets them through again.
    void stop_at(Cell zero);
    void pass(Cell zero);
    // Adds the cells that a newly opened zero opens to `opened`, in the order of the board: those that are
    // hidden or questioned in `marks`.
    void follow(Cell zero, const Mark* marks, CellList& opened);

  private:
    Bits spread(Cell zero);

    const Bitboard* board_;
    std::vector<Bits> shut_;     // zeros that are neither open nor flagged
    std::vector<Bits> reached_;  // zeros reached in this cascade
};

}  // namespace sapper

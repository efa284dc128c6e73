// Counts the mines around all cells of a square board at once, mined cells included, by sums along columns
// and rows. Takes less time than counting around a few cells one by one. Keeps its buffer from one minefield
// to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board/position.hpp"

namespace sapper {

class NumberCounter {
  public:
    // `mined` holds one byte for each cell, 0 or 1.
    void operator()(std::size_t columns, std::span<const std::uint8_t> mined, std::vector<Mark>& numbers);

  private:
    std::vector<std::uint8_t> sums_;  // of a cell, the one above and the one below; shifted by one cell
};

}  // namespace sapper

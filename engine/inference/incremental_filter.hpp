// Filters a growing list of cells a little at a time, so that its length stays proportional to the cells that
// still matter. Does not keep the order of the cells.
#pragma once

#include <algorithm>
#include <cstddef>

#include "board/cell_list.hpp"

namespace sapper {

class IncrementalFilter {
  public:
    // Call it after the list may have grown. Drops cells at or after place `from` that keep(cell) rejects.
    // Takes time proportional to what was added since the last call.
    template <typename Keep>
    void operator()(CellList& cells, std::size_t from, Keep keep) {
        constexpr std::size_t kLong = 4096;
        const std::size_t added = cells.size() - std::min(before_, cells.size());
        if (cells.size() > from + kLong) {
            for (std::size_t i = 0; i < 2 * added && from < cells.size(); ++i) {
                if (next_ < from || next_ >= cells.size()) next_ = from;
                if (keep(cells[next_])) {
                    ++next_;
                } else {
                    const Cell last = cells.take_last();
                    if (next_ < cells.size()) cells[next_] = last;
                }
            }
        }
        before_ = cells.size();
    }

  private:
    std::size_t before_ = 0;  // size of the list at the last call
    std::size_t next_ = 0;    // place to examine next
};

}  // namespace sapper

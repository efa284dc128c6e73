// A queue of numbers to examine, each in it at most once.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "board/topology.hpp"

namespace sapper {

class Waiting {
  public:
    explicit Waiting(std::size_t cells) : waits_(cells, false) {}

    void add(Cell number) {
        if (waits_[number]) return;
        waits_[number] = true;
        queue_.push_back(number);
    }

    // Removes and returns the first; kNoCell when there is none.
    Cell next() {
        if (queue_.empty()) return kNoCell;
        const Cell number = queue_.front();
        queue_.pop_front();
        waits_[number] = false;
        return number;
    }

  private:
    std::deque<Cell> queue_;
    std::vector<bool> waits_;
};

}  // namespace sapper

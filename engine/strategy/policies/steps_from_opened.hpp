// For every cell, the steps from the nearest opened cell. Keeps its buffers from one guess to the next.
#pragma once

#include <vector>

#include "board/game.hpp"

namespace sapper {

class StepsFromOpened {
  public:
    void find(const Game& game) {
        steps_.assign(game.marks().size(), UINT32_MAX);
        queue_.clear();
        for (Cell cell = 0; cell < steps_.size(); ++cell) {
            if (!is_number(game.marks()[cell])) continue;
            steps_[cell] = 0;
            queue_.push_back(cell);
        }
        for (std::size_t next = 0; next < queue_.size(); ++next) {
            for (Cell other : game.topology()->neighbours(queue_[next])) {
                if (steps_[other] != UINT32_MAX) continue;
                steps_[other] = steps_[queue_[next]] + 1;
                queue_.push_back(other);
            }
        }
    }

    // UINT32_MAX where no cell is open.
    std::uint32_t operator[](Cell cell) const { return steps_[cell]; }

  private:
    std::vector<std::uint32_t> steps_;
    std::vector<Cell> queue_;
};

}  // namespace sapper

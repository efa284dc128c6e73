// The distances of cells from the borders of the board and from the open cells.
#pragma once

#include <cstdint>
#include <vector>

#include "board/game.hpp"
#include "board/topology.hpp"

namespace sapper {

// The borders of the board. Tori and graphs have none.
class Borders {
  public:
    explicit Borders(const Topology& topology);

    bool exist() const { return !shape_.empty(); }
    // Whether the cell is within `depth` cells of a border: 1 is the outermost ring.
    bool is_edge(Cell cell, std::uint32_t depth = 1) const;
    // Whether the cell is within `depth` cells of a border in every dimension.
    bool is_corner(Cell cell, std::uint32_t depth = 1) const;

    // Steps along the axes to the nearest border, to the nearest corner, and to the middle of the board (in
    // half cells). 0 where there are no borders.
    std::uint64_t from_edge(Cell cell) const;
    std::uint64_t from_corner(Cell cell) const;
    std::uint64_t from_centre(Cell cell) const;

  private:
    template <typename Visit>
    void for_each_axis(Cell cell, Visit visit) const;

    std::vector<std::size_t> shape_;
};

// For every cell, the steps from the nearest open cell. Keeps its buffers from one guess to the next.
class StepsFromOpen {
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

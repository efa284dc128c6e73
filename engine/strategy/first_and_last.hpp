// The places of a board: how far cells lie from its borders and from open cells, the first move of a game,
// and its last flags.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "board/game.hpp"
#include "board/topology.hpp"
#include "strategy/player.hpp"

namespace sapper {

// A good cell to begin with. If the rules promise an opening and the mines leave room for it, this is the
// third cell from all edges, or the fourth on boards of more than 16 x 16 cells, but never past the middle.
// Otherwise it is a corner. On boards without edges all cells count as equal, and it is the first cell.
Cell good_first_cell(const Topology& topology, std::uint32_t mines, FirstClick first_click);

// The middle of the board, or the cell just before it. The first cell on boards without edges.
Cell middle_cell(const Topology& topology);

// The cell at a row and column if the board has two dimensions and this cell, else a good first cell.
Cell cell_at(const Topology& topology, std::uint32_t mines, FirstClick first_click, std::size_t row,
             std::size_t column);

// Adds the first move and the last flags to another player. Opens `first_cell`, or if that is kNoCell the
// cell that the other player chooses. The first click counts as certain if the rules make it safe. When all
// safe cells are open and only flags are missing for the win, sets them.
class FirstAndLast final : public Player {
  public:
    FirstAndLast(std::shared_ptr<Player> player, Cell first_cell);

    void begin(const Game& game, Random random) override;
    void follow(const Game& game) override;
    void end(const Game& game) override { player_->end(game); }
    Choice next() override;
    PlayerBeliefs beliefs() override { return player_->beliefs(); }
    void set_poll(std::function<void()> poll) override { player_->set_poll(std::move(poll)); }

  private:
    Choice first();
    Choice flags();

    std::shared_ptr<Player> player_;
    Cell first_cell_;
    const Game* game_ = nullptr;
    std::vector<Cell> flags_;
};

// The distances of cells from the borders of the board and from the open cells.

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

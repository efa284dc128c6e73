// The first move of a game and its last flags.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "board/game.hpp"
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

}  // namespace sapper

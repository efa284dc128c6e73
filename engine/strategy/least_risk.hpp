// The plainest strong strategy: open what is certainly safe, else the cell of least mine probability (the
// first of equals). Follows one game through the cells that each action changed, so a move costs what it
// touches.
#pragma once

#include "board/game.hpp"
#include "inference/inference.hpp"

namespace sapper {

class LeastRisk {
  public:
    LeastRisk(std::shared_ptr<const Topology> topology, std::uint32_t mines)
        : start_(topology, mines, std::vector<Mark>(topology->size(), kHidden)),
          inference_(topology, mines) {}

    // Before the first move of a game.
    void begin() { inference_.load(start_); }
    // Learns what the last action on the game changed.
    void follow(const Game& game) {
        opened_.clear();
        numbers_.clear();
        for (Cell cell : game.changed()) {
            const Mark mark = game.marks()[cell];
            if (mark == kExploded) inference_.explode(cell);
            if (!is_number(mark)) continue;
            opened_.push_back(cell);
            numbers_.push_back(mark);
        }
        inference_.reveal(opened_, numbers_);
    }
    Guess next() { return inference_.safest(); }

  private:
    Position start_;
    Inference inference_;
    std::vector<Cell> opened_;
    std::vector<Mark> numbers_;
};

}  // namespace sapper

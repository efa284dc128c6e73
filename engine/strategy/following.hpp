// Exact inference that follows a game from one action to the next, for players and their parts. What was
// opened since the inference was last used reaches it all at once: cells opened together have nothing to tell
// each other.
#pragma once

#include <memory>
#include <vector>

#include "board/game.hpp"
#include "inference/inference.hpp"

namespace sapper {

class Following {
  public:
    Following(std::shared_ptr<const Topology> topology, std::uint32_t mines);

    // Starts over from what the game shows now. Flags are opinions.
    void begin(const Game& game);
    // Learns what the last action on that game changed.
    void follow(const Game& game);

    Inference& inference();

  private:
    Position start_;
    Inference inference_;
    std::vector<Cell> opened_;  // not yet told
    std::vector<Mark> numbers_;
};

}  // namespace sapper

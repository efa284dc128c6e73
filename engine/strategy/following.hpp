// Exact inference that follows a game from one action to the next, for players and their parts.
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

    // As of a player.
    void heed(std::function<void()> poll) { inference_.heed(std::move(poll)); }

    // Knows all that was seen. What is pushed is to be popped before the game goes on.
    Inference& inference();

  private:
    Inference inference_;
    std::vector<Cell> opened_;  // seen, but not yet told to the inference
    std::vector<Mark> numbers_;
};

}  // namespace sapper

// Exact inference that follows a game from one action to the next, for players and their parts. What the
// trivial rules say of a game followed from its first action they say, where the board allows it, before
// inference hears of anything.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "inference/constraints/trivial_rules.hpp"
#include "inference/inference.hpp"

namespace sapper {

class GameInference {
  public:
    GameInference(std::shared_ptr<const Topology> topology, std::uint32_t mines);

    // Starts over from what the game shows now. Flags are opinions.
    void begin(const Game& game);
    // Learns what the last action on that game changed.
    void follow(const Game& game);

    // As of a player.
    void set_poll(std::function<void()> poll) { inference_.set_poll(std::move(poll)); }

    // As Inference::safe_cells(), of all that was seen.
    std::span<const Cell> safe_cells();
    // Knows all that was seen. What is pushed is to be popped before the game goes on.
    Inference& inference();

  private:
    Inference inference_;
    std::optional<TrivialRules> rules_;
    bool by_rules_ = false;     // whether they follow this game; else:
    std::vector<Cell> opened_;  // seen, but not yet told to the inference
    std::vector<Mark> numbers_;
};

}  // namespace sapper

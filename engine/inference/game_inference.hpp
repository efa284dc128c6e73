// Exact inference that follows a game from action to action, for players and their parts. Where the board
// allows it and the game was followed from the start, the bitboard version of the trivial rules answers
// first, and inference learns the rest only when asked.
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

    // Starts over from what the game shows now. Flags do not count.
    void begin(const Game& game);
    // Learns what the last action of that game changed.
    void follow(const Game& game);

    // As Player::set_poll().
    void set_poll(std::function<void()> poll) { inference_.set_poll(std::move(poll)); }

    // As Inference::safe_cells(), for everything seen.
    std::span<const Cell> safe_cells();
    // The inference, with everything seen. Pop what you push before the game goes on.
    Inference& inference();

  private:
    Inference inference_;
    std::optional<TrivialRules> rules_;
    bool by_rules_ = false;     // whether rules_ follows this game; otherwise:
    std::vector<Cell> opened_;  // seen, but not yet given to the inference
    std::vector<Mark> numbers_;
};

}  // namespace sapper

// Mine probabilities for policies: exact, or estimated by a class derived from this one. Certainty is always
// exact. Keeps up with a game at the cost of what changes, and counts only when asked.
#pragma once

#include "inference/game_inference.hpp"

namespace sapper {

class Odds {
  public:
    Odds(std::shared_ptr<const Topology> topology, std::uint32_t mines)
        : game_inference_(std::move(topology), mines) {}
    Odds(const Odds&) = delete;
    Odds& operator=(const Odds&) = delete;
    virtual ~Odds() = default;

    virtual void begin(const Game& game, Random) { game_inference_.begin(game); }
    virtual void follow(const Game& game) { game_inference_.follow(game); }
    // As of a player.
    void set_poll(std::function<void()> poll) { game_inference_.set_poll(std::move(poll)); }

    // Of a hidden cell: exactly 0 or 1 where certain and only there.
    virtual double risk(Cell cell) { return inference().about(cell).mine_probability; }
    // Hidden cells that are certainly safe, as Inference has them.
    std::span<const Cell> safe_cells() { return game_inference_.safe_cells(); }
    // The exact truth behind the odds. What a policy pushes it pops.
    Inference& inference() { return game_inference_.inference(); }

  private:
    GameInference game_inference_;
};

}  // namespace sapper

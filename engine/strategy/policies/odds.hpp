// Mine probabilities for policies: exact, or estimated by a derived class. What is certain is always exact.
// Follows a game at the cost of what changes, and counts only when asked.
#pragma once

#include <memory>

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
    // As Player::set_poll().
    void set_poll(std::function<void()> poll) { game_inference_.set_poll(std::move(poll)); }

    // The mine probability of a hidden cell: 0 or 1 exactly where certain, and only there.
    virtual double risk(Cell cell) { return inference().about(cell).mine_probability; }
    // As Inference::safe_cells().
    std::span<const Cell> safe_cells() { return game_inference_.safe_cells(); }
    // The exact inference behind the odds. Policies pop what they push.
    Inference& inference() { return game_inference_.inference(); }

  private:
    GameInference game_inference_;
};

// Estimates from exact samples, in sampled_odds.cpp.
std::unique_ptr<Odds> sampled_odds(std::shared_ptr<const Topology> topology, std::uint32_t mines);

}  // namespace sapper

// Mine probabilities for policies: exact, or estimated by a derived class. What is certain is always exact.
// Counts only when asked.
#pragma once

#include <memory>

#include "board/random.hpp"
#include "inference/game_inference.hpp"

namespace sapper {

class Odds : public GameInference {
  public:
    using GameInference::GameInference;
    Odds(const Odds&) = delete;
    Odds& operator=(const Odds&) = delete;
    virtual ~Odds() = default;

    virtual void begin(const Game& game, Random) { GameInference::begin(game); }
    virtual void follow(const Game& game) { GameInference::follow(game); }

    // The mine probability of a hidden cell: 0 or 1 exactly where certain, and only there.
    virtual double risk(Cell cell) { return inference().about(cell).mine_probability; }
};

// Estimates from exact samples, in sampled_odds.cpp.
std::unique_ptr<Odds> sampled_odds(std::shared_ptr<const Topology> topology, std::uint32_t mines);

}  // namespace sapper

// Wrappers of the engine objects that Python holds. Some know their board, to refuse objects of another one.
// Those that change let one call use them at a time.
#pragma once

#include <memory>
#include <optional>

#include "board/game.hpp"
#include "hints/advised_guess.hpp"
#include "in_use.hpp"
#include "inference/analysis.hpp"
#include "inference/inference.hpp"
#include "strategy/player.hpp"

// A result about a position, and the board of the position.
template <typename Found>
struct OnBoard : Found {
    std::shared_ptr<const sapper::Topology> topology;
};
using HeldAnalysis = OnBoard<sapper::Analysis>;
using HeldGuess = OnBoard<sapper::AdvisedGuess>;

using HeldGame = Shared<sapper::Game>;
inline constexpr const char* kGame = "Game";

using HeldInference = Shared<sapper::Inference>;
inline constexpr const char* kInference = "Inference";

// A player with its board and its current game.
struct HeldPlayer {
    std::shared_ptr<sapper::Player> player;
    // Null for a player that plays on any board.
    std::shared_ptr<const sapper::Topology> topology = nullptr;
    std::uint32_t mines = 0;
    // The game of the last begin(). Null before the first one and after an error.
    const HeldGame* game = nullptr;
    Users users{};
};
inline constexpr const char* kPlayer = "Player";

// What rules guarantee; nothing for a position without a game.
inline std::optional<sapper::FirstClick> first_click_of(const sapper::Rules* rules) {
    return rules != nullptr ? std::optional(rules->first_click) : std::nullopt;
}

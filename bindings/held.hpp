// The objects that Python holds and that change.
#pragma once

#include <memory>

#include "board/game.hpp"
#include "in_use.hpp"
#include "inference/inference.hpp"
#include "strategy/player.hpp"

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

// A player as Python holds it, with its board and its current game.
#pragma once

#include <memory>

#include "held_game.hpp"
#include "strategy/player.hpp"

struct HeldPlayer {
    std::shared_ptr<sapper::Player> player;
    // Null for a player that takes any board.
    std::shared_ptr<const sapper::Topology> topology = nullptr;
    std::uint32_t mines = 0;
    // The game of the last begin(); null before the first one and after an error.
    const HeldGame* game = nullptr;
    Users users{};
};
inline constexpr const char* kPlayer = "Player";

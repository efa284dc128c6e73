// A player as Python holds it: with the board it was made for, and the game it plays.
#pragma once

#include <memory>

#include "held_game.hpp"
#include "strategy/player.hpp"

struct HeldPlayer {
    std::shared_ptr<sapper::Player> player;
    // Nothing for a player that takes any board.
    std::shared_ptr<const sapper::Topology> topology = nullptr;
    std::uint32_t mines = 0;
    // Where the last begin() was; nothing before the first, and after one that failed.
    const HeldGame* game = nullptr;
    Users users{};
};
inline constexpr const char* kPlayer = "Player";

// An inference level: how much a player concludes from what it sees. Levels differ in strength, never in
// truth: what any of them calls safe or mined is so in every configuration. A level follows one game at a
// time and may keep what it learnt from move to move.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "board/game.hpp"

namespace sapper {

// What a level knows about a set of hidden cells that it has not decided: they hold at least `least` and at
// most `most` mines.
struct Item {
    std::span<const Cell> cells;
    std::uint32_t least;
    std::uint32_t most;
};

class Level {
  public:
    Level() = default;
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    virtual ~Level() = default;

    // Starts over from what the game shows now.
    virtual void begin(const Game& game) = 0;
    // Learns what the last action on that game changed.
    virtual void follow(const Game& game) = 0;

    // Concludes all that this level can, and lists the hidden cells it knows to be safe, each once. Valid
    // until the level is told anything again.
    virtual std::span<const Cell> safe() = 0;
    // Of a hidden cell, after safe().
    virtual bool is_mine(Cell cell) const = 0;
    // What else is known, after safe(): every number with undecided neighbours is an item at least. Policies
    // that need no probabilities rest on these.
    virtual void for_each_item(const std::function<void(const Item&)>& visit) const = 0;
};

}  // namespace sapper

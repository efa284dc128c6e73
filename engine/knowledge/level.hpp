// An inference level: how much a player concludes from what it sees. Levels differ in strength, never in
// truth: what any of them calls safe or mined is so in every configuration. A level is made for a board,
// follows one game at a time and may keep what it learnt from move to move. In a position that no
// configuration fits it says nothing of value, but it ends.
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

    // Starts over from what a game, or any position of the level's board, shows now. Flags are opinions.
    virtual void begin(std::span<const Mark> marks) = 0;
    void begin(const Game& game) { begin(std::span(game.marks())); }
    // Learns what the last action on that game changed. Cells that were opened or exploded are news, each
    // once; flags are passed over.
    virtual void follow(std::span<const Mark> marks, std::span<const Cell> changed) = 0;
    void follow(const Game& game) { follow(game.marks(), game.changed()); }

    // Concludes all that this level can, and lists the hidden cells it knows to be safe, each once. Valid
    // until the level is told anything again.
    virtual std::span<const Cell> safe() = 0;
    // Of a hidden cell, after safe().
    virtual bool is_mine(Cell cell) const = 0;
    // What else is known, after safe(): for every number with undecided neighbours those are an item at least
    // (numbers with the same ones share an item). Policies that need no probabilities rest on these.
    virtual void for_each_item(const std::function<void(const Item&)>& visit) const = 0;

    // From now on calls `poll` now and then while it concludes. It ends that by throwing, and the level is
    // then to begin anew. An empty one is not called.
    virtual void set_poll(std::function<void()> poll) = 0;
};

}  // namespace sapper

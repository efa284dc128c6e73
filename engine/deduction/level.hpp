// An inference level: how much a player concludes from what it sees. Levels differ in strength and are never
// wrong: a cell that one of them calls safe, or a mine, is so in every configuration. A level belongs to a
// board, follows one game at a time, and may remember its conclusions from move to move. In a position that
// no configuration fits, its answers mean nothing, but every call returns.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "board/position.hpp"

namespace sapper {

// A set of hidden cells that the level has not decided, and bounds on their mines.
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

    // Starts over from the marks of a game or position on the level's board. Ignores flags.
    virtual void begin(std::span<const Mark> marks) = 0;
    // Learns the changes of the last action of that game. `changed` lists the changed cells, each once.
    // Ignores those that are still hidden.
    virtual void follow(std::span<const Mark> marks, std::span<const Cell> changed) = 0;

    // Concludes everything that this level can, and returns the hidden cells that it knows to be safe, each
    // once. Valid until the level learns anything new.
    virtual std::span<const Cell> safe() = 0;
    // Whether the level knows that a hidden cell is a mine. Valid after safe().
    virtual bool is_mine(Cell cell) const = 0;
    // Calls visit(item) for each item that the level knows. Valid after safe(). Every number with undecided
    // neighbours has an item of these neighbours. Numbers with the same undecided neighbours share one.
    // Policies without probabilities use the items.
    virtual void for_each_item(const std::function<void(const Item&)>& visit) const = 0;

    // From now on the level calls `poll` now and then while it concludes. If `poll` throws, call begin()
    // next. `poll` may be empty.
    virtual void set_poll(std::function<void()> poll) = 0;
};

}  // namespace sapper

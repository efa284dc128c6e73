// Sets of cells with bounds on their mines, and the rules about two such sets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "board/position.hpp"
#include "board/topology.hpp"

namespace sapper {

// An inference level: how much a player concludes from what it sees. Levels differ in strength and are never
// wrong: a cell that one of them calls safe, or a mine, is so in every configuration. A level belongs to a
// board, follows one game at a time, and may remember its conclusions from move to move. In a position that
// no configuration fits, its answers mean nothing, but every call returns.

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
    // Learns the changes of the last action of that game. `changes` lists the changed cells, each once.
    // Ignores those that are still hidden.
    virtual void follow(std::span<const Mark> marks, std::span<const Cell> changes) = 0;

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

// Rules about two overlapping sets of cells. They say what both sets together prove about the cells that only
// one of them has, and about those that both have. Rules take sizes and bounds, never cells. A rule returns
// bounds on a region only if neither set gives them alone.

// A set holds at least `least` and at most `most` mines.
struct Bounds {
    std::uint32_t least = 0;
    std::uint32_t most = 0;

    bool operator==(const Bounds&) const = default;
    bool exact() const { return least == most; }
    bool possible() const { return least <= most; }
    bool decides(std::size_t cells) const { return most == 0 || least >= cells; }
    bool tells(std::size_t cells) const { return least > 0 || most < cells; }
};

inline Bounds both_of(Bounds one, Bounds other) {
    return {std::max(one.least, other.least), std::min(one.most, other.most)};
}

// The cells that only the first set has, that both have, and that only the second has. All ascending.
struct Regions {
    std::vector<Cell> left;
    std::vector<Cell> both;
    std::vector<Cell> right;

    void split(const std::vector<Cell>& first, const std::vector<Cell>& second) {
        left.clear();
        both.clear();
        right.clear();
        std::ranges::set_difference(first, second, std::back_inserter(left));
        std::ranges::set_intersection(first, second, std::back_inserter(both));
        std::ranges::set_difference(second, first, std::back_inserter(right));
    }
};

struct Overlap {
    // The sizes of the regions.
    std::uint32_t left;
    std::uint32_t both;
    std::uint32_t right;
    Bounds first;
    Bounds second;
};

struct RegionBounds {
    // As wide as the region if the rule proves nothing about it.
    Bounds left;
    Bounds both;
    Bounds right;

    explicit RegionBounds(const Overlap& overlap)
        : left{0, overlap.left}, both{0, overlap.both}, right{0, overlap.right} {}
};

using OverlapRule = RegionBounds (*)(const Overlap&);

// For sets with exact counts, one within the other: the rest of the larger set holds the rest of its mines.
RegionBounds subset_rule(const Overlap& overlap);

// For sets with exact counts: the subset rule and the rule of two numbers. Suppose that one set has more
// mines than the other, and that the difference is the number of cells that only it has. Then these cells are
// all mines, and the other set has no mines outside the shared cells.
RegionBounds proposition_rule(const Overlap& overlap);

// Interval arithmetic: subtracts the bounds of the shared cells from the bounds of both sets. Proves
// everything that the rules above prove.
RegionBounds bounds_rule(const Overlap& overlap);

// Items: sets of undecided cells with bounds on their mines, and a queue of the items that are new or
// changed. Equal sets are one item. To decide a cell shrinks every item that holds it, and changed items
// enter the queue again. So a level that follows a game compares a pair only after one of its items has
// changed. Numbers always become items. A conclusion becomes one only while each of its cells is in fewer
// than kMostExact items, or in fewer than kMostRanges if the bounds are a range. Boards in play stay far
// below both limits.
class Items {
  public:
    using Id = std::uint32_t;
    static constexpr Id kNone = UINT32_MAX;
    static constexpr std::size_t kMostExact = 128;
    static constexpr std::size_t kMostRanges = 48;

    struct Item {
        std::vector<Cell> cells;  // ascending; empty if the item is gone
        Bounds mines;
        std::uint64_t signature = 0;
        std::uint8_t steps = 0;  // the inferences about ranges that led to this item
        bool is_queued = false;
    };

    explicit Items(std::size_t cells) : of_cell_(cells) {}

    void clear();

    // Both add a set of undecided cells, ascending, at least one.
    void add_number(std::span<const Cell> cells, std::uint32_t mines);
    void add_conclusion(std::span<const Cell> cells, Bounds mines, std::uint8_t steps);
    // Removes a decided cell from all items.
    void decide(Cell cell, bool mine);

    // False once some item cannot hold its mines. Then the queues are empty.
    bool consistent() const { return consistent_; }
    // The next item whose bounds decide its cells, or the next other item. kNone at the end.
    Id next_certain();
    Id next();

    const Item& operator[](Id id) const { return pool_[id]; }
    std::span<const Id> around(Cell cell) const { return of_cell_[cell]; }
    // All ids are below this. Removed items have no cells.
    std::size_t ids() const { return pool_.size(); }

  private:
    void insert(std::span<const Cell> cells, Bounds mines, std::uint8_t steps);
    Id find(std::span<const Cell> cells, std::uint64_t signature) const;
    void narrow(Id id, Bounds mines, std::uint8_t steps);
    void announce(Id id);
    void drop(Id id);
    Id pop(std::vector<Id>& queue, std::size_t& head);

    std::vector<Item> pool_;
    std::vector<Id> free_;
    std::vector<std::vector<Id>> of_cell_;
    std::vector<Id> certain_;
    std::vector<Id> news_;
    std::size_t certain_head_ = 0;
    std::size_t news_head_ = 0;
    std::vector<Id> shrinking_;
    bool consistent_ = true;
};

// An inference level with one rule about pairs of overlapping sets, or none. It decides sets that hold no
// mine or only mines. With the mine count, it also decides all remaining cells once only safe cells or only
// mines remain. Its items stay from move to move, so the cost of a move depends on what it changes, not on
// the board.

struct Reasoning {
    // If null, the level examines only single sets.
    OverlapRule rule = nullptr;
    // Whether conclusions from pairs become items themselves. If not, they only decide cells.
    bool add_conclusions = true;
    bool mine_count = true;
};

class RuleLevel final : public Level {
  public:
    // The most inferences about ranges that may build on each other. Without a limit there would be too many
    // items.
    static constexpr std::uint8_t kMostSteps = 2;

    RuleLevel(std::shared_ptr<const Topology> topology, std::uint32_t mines, Reasoning reasoning);

    void begin(std::span<const Mark> marks) override;
    void follow(std::span<const Mark> marks, std::span<const Cell> changes) override;
    std::span<const Cell> safe() override;
    bool is_mine(Cell cell) const override { return states_[cell] == CellState::mine; }
    void for_each_item(const std::function<void(const Item&)>& visit) const override;
    void set_poll(std::function<void()> poll) override { poll_ = std::move(poll); }

    // Tells the level that a hidden cell is a mine, or safe. Has no effect if the level knows it.
    void learn(Cell cell, bool mine);

  private:
    enum class CellState : std::uint8_t { undecided, safe, mine, revealed, exploded };

    void reveal(Cell cell, bool mine);
    void add_number(Cell number, Mark shows);
    void decide(Cell cell, bool mine);
    void decide_all(Items::Id id);
    bool decide_by_mine_count();
    void compare(Items::Id id);
    void compare(Items::Id first, Items::Id second, std::uint32_t both);
    void learn(std::span<const Cell> cells, Bounds mines, std::uint8_t steps);

    std::shared_ptr<const Topology> topology_;
    std::uint32_t mines_;
    Reasoning reasoning_;
    std::vector<CellState> states_;
    std::size_t undecided_cells_ = 0;
    std::size_t known_mines_ = 0;  // exploded and deduced mines
    Items items_;
    std::vector<Cell> safe_;  // some are open by now
    std::function<void()> poll_;

    // Scratch.
    std::vector<Cell> cells_;
    std::vector<std::uint32_t> overlap_;  // per item: cells it shares with the current one
    std::vector<Items::Id> others_;
    Regions regions_;
};

}  // namespace sapper

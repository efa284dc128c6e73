// Items: sets of undecided cells with bounds on their mines, and a queue of the items that are new or
// changed. Equal sets are one item. Deciding a cell shrinks every item that holds it, and changed items enter
// the queue again. So a level that follows a game compares a pair only after one of its items has changed.
// The number of derived items is limited. An item with an exact count is added only while each of its cells
// is in fewer than kMostExact items. For an item with a range the limit is kMostRanges. Items of numbers are
// always added. Boards in play stay far below both limits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/topology.hpp"
#include "knowledge/rules.hpp"

namespace sapper {

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
        std::uint8_t steps = 0;  // how many inferences about ranges led to this item
        bool queued = false;
    };

    explicit Items(std::size_t cells) : of_cell_(cells) {}

    void clear();

    // Adds a set of undecided cells, ascending, at least one.
    void add_number(std::span<const Cell> cells, std::uint32_t mines);
    void add_derived(std::span<const Cell> cells, Bounds mines, std::uint8_t steps);
    // Removes a decided cell from all items.
    void decide(Cell cell, bool mine);

    // False once some item cannot hold its mines. Then the queue is empty.
    bool consistent() const { return consistent_; }
    // The next item of the queue: one whose bounds decide its cells, or another. kNone at the end.
    Id next_decided();
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
    std::vector<Id> decided_;
    std::vector<Id> news_;
    std::size_t decided_head_ = 0;
    std::size_t news_head_ = 0;
    std::vector<Id> shrinking_;
    bool consistent_ = true;
};

}  // namespace sapper

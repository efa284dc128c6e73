#include "deduction/known_sets.hpp"

#include <utility>

#include "util/bits.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t less(std::uint32_t value, std::uint32_t by) {
    return value > by ? value - by : 0;
}

// Bounds on the shared cells from one set that has `own` other cells.
Bounds common(Bounds mines, std::uint32_t own, std::uint32_t both) {
    return {less(mines.least, own), std::min(both, mines.most)};
}

// Bounds on one part of a set, from those on the other part.
Bounds rest(Bounds mines, std::uint32_t cells, Bounds other) {
    return {less(mines.least, other.most), std::min(cells, less(mines.most, other.least))};
}

// Bounds on the cells that only this set has. As wide as possible unless the other set improves on what this
// set says by itself.
Bounds own(Bounds mines, std::uint32_t cells, Bounds by_itself, Bounds by_both) {
    const Bounds from_both = rest(mines, cells, by_both);
    const Bounds from_one = rest(mines, cells, by_itself);
    return from_both == from_one ? Bounds{0, cells} : from_both;
}

}  // namespace

RegionBounds subset_rule(const Overlap& overlap) {
    RegionBounds result(overlap);
    if (!overlap.first.exact() || !overlap.second.exact()) return result;
    const std::uint32_t first = overlap.first.most;
    const std::uint32_t second = overlap.second.most;
    if (overlap.left == 0) {
        result.right = {less(second, first), less(second, first)};
    } else if (overlap.right == 0) {
        result.left = {less(first, second), less(first, second)};
    }
    return result;
}

RegionBounds proposition_rule(const Overlap& overlap) {
    RegionBounds result = subset_rule(overlap);
    if (!overlap.first.exact() || !overlap.second.exact()) return result;
    const std::uint32_t first = overlap.first.most;
    const std::uint32_t second = overlap.second.most;
    if (first >= second && first - second == overlap.left) {
        result.left.least = overlap.left;
        result.right.most = 0;
        result.both = {second, second};
    } else if (second >= first && second - first == overlap.right) {
        result.right.least = overlap.right;
        result.left.most = 0;
        result.both = {first, first};
    }
    return result;
}

RegionBounds bounds_rule(const Overlap& overlap) {
    RegionBounds result(overlap);
    const Bounds of_first = common(overlap.first, overlap.left, overlap.both);
    const Bounds of_second = common(overlap.second, overlap.right, overlap.both);
    const Bounds both = both_of(of_first, of_second);
    if (both != of_first && both != of_second) result.both = both;
    result.left = own(overlap.first, overlap.left, of_first, both);
    result.right = own(overlap.second, overlap.right, of_second, both);
    return result;
}

namespace {

// The signature of a set is the exclusive or of its cells' signatures, so that a cell can leave the set. It
// mixes a cell twice, so that different sets hardly ever share a signature.
std::uint64_t signature_of(Cell cell) {
    return mix(mix(0, cell + 1), 0);
}

}  // namespace

void Items::clear() {
    for (Id id = 0; id < pool_.size(); ++id) {
        for (Cell cell : pool_[id].cells)
            of_cell_[cell].clear();
        pool_[id].cells.clear();
        pool_[id].is_queued = false;
    }
    free_.clear();
    for (auto id = static_cast<Id>(pool_.size()); id-- > 0;)
        free_.push_back(id);
    decided_.clear();
    news_.clear();
    decided_head_ = news_head_ = 0;
    consistent_ = true;
}

void Items::add_number(std::span<const Cell> cells, std::uint32_t mines) {
    insert(cells, {mines, mines}, 0);
}

void Items::add_conclusion(std::span<const Cell> cells, Bounds mines, std::uint8_t steps) {
    if (!mines.decides(cells.size())) {
        const std::size_t most = mines.exact() ? kMostExact : kMostRanges;
        for (Cell cell : cells) {
            if (of_cell_[cell].size() >= most) return;
        }
    }
    insert(cells, mines, steps);
}

void Items::insert(std::span<const Cell> cells, Bounds mines, std::uint8_t steps) {
    std::uint64_t signature = 0;
    for (Cell cell : cells)
        signature ^= signature_of(cell);
    const Id same = find(cells, signature);
    if (same != kNone) {
        narrow(same, mines, steps);
        return;
    }
    if (free_.empty()) {
        free_.push_back(static_cast<Id>(pool_.size()));
        pool_.emplace_back();
    }
    const Id id = free_.back();
    free_.pop_back();
    Item& item = pool_[id];
    item.cells.assign(cells.begin(), cells.end());
    item.mines = mines;
    item.signature = signature;
    item.steps = steps;
    for (Cell cell : cells)
        of_cell_[cell].push_back(id);
    announce(id);
}

Items::Id Items::find(std::span<const Cell> cells, std::uint64_t signature) const {
    for (Id id : of_cell_[cells.front()]) {
        const Item& item = pool_[id];
        if (item.signature == signature && std::ranges::equal(item.cells, cells)) return id;
    }
    return kNone;
}

void Items::narrow(Id id, Bounds mines, std::uint8_t steps) {
    Item& item = pool_[id];
    const Bounds both = both_of(item.mines, mines);
    const bool nearer = steps < item.steps;
    if (both == item.mines && !nearer) return;
    item.mines = both;
    item.steps = std::min(item.steps, steps);
    announce(id);
}

void Items::announce(Id id) {
    Item& item = pool_[id];
    if (!item.mines.possible() || item.mines.least > item.cells.size()) {
        consistent_ = false;
        return;
    }
    if (item.mines.decides(item.cells.size())) {
        decided_.push_back(id);
    } else if (!item.is_queued) {
        news_.push_back(id);
        item.is_queued = true;
    }
}

void Items::decide(Cell cell, bool mine) {
    std::swap(shrinking_, of_cell_[cell]);
    of_cell_[cell].clear();
    for (Id id : shrinking_) {
        Item& item = pool_[id];
        if (mine && item.mines.most == 0) {
            consistent_ = false;
            return;
        }
        item.cells.erase(std::ranges::lower_bound(item.cells, cell));
        item.signature ^= signature_of(cell);
        if (mine) {
            --item.mines.most;
            item.mines.least -= item.mines.least > 0 ? 1 : 0;
        }
        const auto size = static_cast<std::uint32_t>(item.cells.size());
        item.mines.most = std::min(item.mines.most, size);
        if (!item.mines.possible()) {
            consistent_ = false;
            return;
        }
        if (size == 0 || !item.mines.tells(size)) {
            drop(id);
            continue;
        }
        Id same = kNone;
        for (Id other : of_cell_[item.cells.front()]) {
            const bool equal = pool_[other].signature == item.signature && pool_[other].cells == item.cells;
            if (other != id && equal) same = other;
        }
        if (same == kNone) {
            announce(id);
        } else {
            const Bounds mines = item.mines;
            const std::uint8_t steps = item.steps;
            drop(id);
            narrow(same, mines, steps);
        }
    }
}

void Items::drop(Id id) {
    Item& item = pool_[id];
    for (Cell cell : item.cells)
        std::erase(of_cell_[cell], id);
    item.cells.clear();
    free_.push_back(id);
}

Items::Id Items::pop(std::vector<Id>& queue, std::size_t& head) {
    if (consistent_ && head < queue.size()) return queue[head++];
    queue.clear();
    head = 0;
    return kNone;
}

Items::Id Items::next_decided() {
    Id id = pop(decided_, decided_head_);
    // Items in the queue may be decided or replaced since.
    while (id != kNone && (pool_[id].cells.empty() || !pool_[id].mines.decides(pool_[id].cells.size())))
        id = pop(decided_, decided_head_);
    return id;
}

Items::Id Items::next() {
    Id id = pop(news_, news_head_);
    while (id != kNone) {
        pool_[id].is_queued = false;
        if (!pool_[id].cells.empty()) return id;
        id = pop(news_, news_head_);
    }
    return kNone;
}

}  // namespace sapper

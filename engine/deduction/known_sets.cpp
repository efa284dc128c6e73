#include "deduction/known_sets.hpp"

#include <algorithm>
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
    certain_.clear();
    news_.clear();
    certain_head_ = news_head_ = 0;
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
        certain_.push_back(id);
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

Items::Id Items::next_certain() {
    Id id = pop(certain_, certain_head_);
    // Items in the queue may be decided or replaced since.
    while (id != kNone && (pool_[id].cells.empty() || !pool_[id].mines.decides(pool_[id].cells.size())))
        id = pop(certain_, certain_head_);
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

namespace {

constexpr std::uint32_t kStepsBetweenPolls = 1024;

}  // namespace

RuleLevel::RuleLevel(std::shared_ptr<const Topology> topology, std::uint32_t mines, Reasoning reasoning)
    : topology_(std::move(topology)),
      mines_(mines),
      reasoning_(reasoning),
      states_(topology_->size(), CellState::undecided),
      undecided_cells_(topology_->size()),
      items_(topology_->size()) {}

void RuleLevel::begin(std::span<const Mark> marks) {
    items_.clear();
    safe_.clear();
    undecided_cells_ = marks.size();
    known_mines_ = 0;
    std::ranges::fill(states_, CellState::undecided);
    for (Cell cell = 0; cell < marks.size(); ++cell) {
        if (!is_hidden(marks[cell])) reveal(cell, marks[cell] == kExploded);
    }
    for (Cell cell = 0; cell < marks.size(); ++cell) {
        if (cell % kStepsBetweenPolls == 0 && poll_) poll_();
        if (is_number(marks[cell])) add_number(cell, marks[cell]);
    }
}

void RuleLevel::follow(std::span<const Mark> marks, std::span<const Cell> changes) {
    // First removes all open cells, so that no item holds one.
    for (Cell cell : changes) {
        if (!is_hidden(marks[cell])) reveal(cell, marks[cell] == kExploded);
    }
    for (Cell cell : changes) {
        if (is_number(marks[cell])) add_number(cell, marks[cell]);
    }
}

void RuleLevel::reveal(Cell cell, bool mine) {
    if (states_[cell] == CellState::undecided) {
        --undecided_cells_;
        known_mines_ += mine;
        items_.decide(cell, mine);
    }
    states_[cell] = mine ? CellState::exploded : CellState::revealed;
}

void RuleLevel::add_number(Cell number, Mark shows) {
    std::uint32_t known_mines = 0;
    cells_.clear();
    for (Cell cell : topology_->neighbours(number)) {
        known_mines += states_[cell] == CellState::mine || states_[cell] == CellState::exploded;
        if (states_[cell] == CellState::undecided) cells_.push_back(cell);
    }
    const auto mines = static_cast<std::uint32_t>(shows);
    if (!cells_.empty() && known_mines <= mines) items_.add_number(cells_, mines - known_mines);
}

std::span<const Cell> RuleLevel::safe() {
    for (std::uint32_t items = 1;; ++items) {
        if (items % kStepsBetweenPolls == 0 && poll_) poll_();
        Items::Id id = items_.next_certain();
        if (id != Items::kNone) {
            decide_all(id);
            continue;
        }
        id = reasoning_.rule == nullptr ? Items::kNone : items_.next();
        if (id != Items::kNone) {
            compare(id);
        } else if (!items_.consistent() || !decide_by_mine_count()) {
            break;
        }
    }
    std::erase_if(safe_, [this](Cell cell) { return states_[cell] != CellState::safe; });
    return safe_;
}

void RuleLevel::decide(Cell cell, bool mine) {
    states_[cell] = mine ? CellState::mine : CellState::safe;
    --undecided_cells_;
    known_mines_ += mine;
    if (!mine) safe_.push_back(cell);
    items_.decide(cell, mine);
}

void RuleLevel::decide_all(Items::Id id) {
    const bool mine = items_[id].mines.most > 0;
    cells_ = items_[id].cells;
    for (Cell cell : cells_)
        decide(cell, mine);
}

void RuleLevel::learn(Cell cell, bool mine) {
    if (states_[cell] == CellState::undecided) decide(cell, mine);
}

bool RuleLevel::decide_by_mine_count() {
    if (!reasoning_.mine_count) return false;
    const bool no_mines = known_mines_ == mines_;
    const bool only_mines = known_mines_ + undecided_cells_ == mines_;
    if (undecided_cells_ == 0 || (!no_mines && !only_mines)) return false;
    for (Cell cell = 0; cell < states_.size(); ++cell) {
        if (states_[cell] == CellState::undecided) decide(cell, only_mines);
    }
    return true;
}

void RuleLevel::compare(Items::Id id) {
    overlap_.resize(items_.ids());
    others_.clear();
    for (Cell cell : items_[id].cells) {
        for (Items::Id other : items_.around(cell)) {
            if (overlap_[other]++ == 0) others_.push_back(other);
        }
    }
    for (Items::Id other : others_) {
        const std::uint32_t both = std::exchange(overlap_[other], 0);
        if (other != id) compare(id, other, both);
    }
}

void RuleLevel::compare(Items::Id first, Items::Id second, std::uint32_t both) {
    const Items::Item& one = items_[first];
    const Items::Item& other = items_[second];
    const auto left = static_cast<std::uint32_t>(one.cells.size()) - both;
    const auto right = static_cast<std::uint32_t>(other.cells.size()) - both;
    const RegionBounds bounds = reasoning_.rule({left, both, right, one.mines, other.mines});
    const bool tells_left = bounds.left.tells(left);
    const bool tells_both = bounds.both.tells(both);
    const bool tells_right = bounds.right.tells(right);
    if (!tells_left && !tells_both && !tells_right) return;
    regions_.split(one.cells, other.cells);
    const std::uint8_t steps = std::max(one.steps, other.steps);
    if (tells_left) learn(regions_.left, bounds.left, steps);
    if (tells_both) learn(regions_.both, bounds.both, steps);
    if (tells_right) learn(regions_.right, bounds.right, steps);
}

void RuleLevel::learn(std::span<const Cell> cells, Bounds mines, std::uint8_t steps) {
    if (cells.empty()) return;  // only contradictory numbers lead to an empty set
    const bool decides = mines.decides(cells.size());
    if (!reasoning_.add_conclusions && !decides) return;
    if (!mines.exact() && !decides) ++steps;
    if (steps <= kMostSteps) items_.add_conclusion(cells, mines, steps);
}

void RuleLevel::for_each_item(const std::function<void(const Item&)>& visit) const {
    for (Items::Id id = 0; id < items_.ids(); ++id) {
        const Items::Item& item = items_[id];
        if (!item.cells.empty()) visit({item.cells, item.mines.least, item.mines.most});
    }
}

}  // namespace sapper

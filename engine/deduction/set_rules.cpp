#include "deduction/set_rules.hpp"

#include <algorithm>

namespace sapper {

namespace {

constexpr std::uint32_t kStepsBetweenPolls = 1024;

}  // namespace

RuleLevel::RuleLevel(std::shared_ptr<const Topology> topology, std::uint32_t mines, Reasoning reasoning)
    : topology_(std::move(topology)),
      mines_(mines),
      reasoning_(reasoning),
      states_(topology_->size(), CellState::undecided),
      undecided_(topology_->size()),
      items_(topology_->size()) {}

void RuleLevel::begin(std::span<const Mark> marks) {
    items_.clear();
    safe_.clear();
    undecided_ = marks.size();
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

void RuleLevel::follow(std::span<const Mark> marks, std::span<const Cell> changed) {
    // First removes all open cells, so that no item holds one.
    for (Cell cell : changed) {
        if (!is_hidden(marks[cell])) reveal(cell, marks[cell] == kExploded);
    }
    for (Cell cell : changed) {
        if (is_number(marks[cell])) add_number(cell, marks[cell]);
    }
}

void RuleLevel::reveal(Cell cell, bool mine) {
    if (states_[cell] == CellState::undecided) {
        --undecided_;
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
        Items::Id id = items_.next_decided();
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
    --undecided_;
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
    const bool only_mines = known_mines_ + undecided_ == mines_;
    if (undecided_ == 0 || (!no_mines && !only_mines)) return false;
    for (Cell cell = 0; cell < states_.size(); ++cell) {
        if (states_[cell] == CellState::undecided) decide(cell, only_mines);
    }
    return true;
}

void RuleLevel::compare(Items::Id id) {
    shared_.resize(items_.ids());
    others_.clear();
    for (Cell cell : items_[id].cells) {
        for (Items::Id other : items_.around(cell)) {
            if (shared_[other]++ == 0) others_.push_back(other);
        }
    }
    for (Items::Id other : others_) {
        const std::uint32_t both = std::exchange(shared_[other], 0);
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

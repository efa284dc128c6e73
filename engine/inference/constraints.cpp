#include "inference/constraints.hpp"

#include <algorithm>

namespace sapper {

namespace {

Constraints::Standing standing_of(Mark mark, bool trust_flags) {
    if (is_number(mark)) return Constraints::Standing::number;
    if (mark == kExploded) return Constraints::Standing::exploded;
    if (mark == kFlag && trust_flags) return Constraints::Standing::mine;
    return Constraints::Standing::undecided;
}

bool holds_mine(Constraints::Standing standing) {
    return standing == Constraints::Standing::mine || standing == Constraints::Standing::exploded;
}

}  // namespace

Constraints::Constraints(std::shared_ptr<const Topology> topology) : topology_(std::move(topology)) {
    const std::size_t size = topology_->size();
    standing_.assign(size, Standing::undecided);
    need_.assign(size, 0);
    undecided_around_.assign(size, 0);
    numbers_around_.assign(size, 0);
    undecided_cells_ = size;
}

void Constraints::load(const Position& position, bool trust_flags, const std::vector<bool>* heard) {
    queue_.clear();
    conflict_ = kNoCell;
    undecided_cells_ = frontier_cells_ = known_mines_ = 0;
    std::ranges::fill(numbers_around_, std::uint16_t{0});
    const auto size = static_cast<Cell>(position.marks.size());
    for (Cell cell = 0; cell < size; ++cell) {
        Standing standing = standing_of(position.marks[cell], trust_flags);
        if (standing == Standing::number && heard != nullptr && !(*heard)[cell]) standing = Standing::safe;
        standing_[cell] = standing;
        undecided_cells_ += standing == Standing::undecided;
        known_mines_ += holds_mine(standing);
    }
    for (Cell cell = 0; cell < size; ++cell) {
        if (standing_[cell] != Standing::number) continue;
        need_[cell] = position.marks[cell];
        count_around(cell);
    }
    apply_trivial_rules();
}

void Constraints::reveal(Cell cell, Mark number) {
    if (standing_[cell] == Standing::mine) {
        conflict_ = cell;
        return;
    }
    if (standing_[cell] == Standing::undecided) {
        leave_undecided(cell, Standing::number);
    } else {
        standing_[cell] = Standing::number;
    }
    need_[cell] = number;
    count_around(cell);
    apply_trivial_rules();
}

// Expects need_[number] to hold the whole number; subtracts the known mines.
void Constraints::count_around(Cell number) {
    std::int16_t undecided = 0;
    std::int16_t mines = 0;
    for (Cell other : topology_->neighbours(number)) {
        const Standing standing = standing_[other];
        mines = static_cast<std::int16_t>(mines + holds_mine(standing));
        if (standing != Standing::undecided) continue;
        ++undecided;
        if (numbers_around_[other]++ == 0) ++frontier_cells_;
    }
    need_[number] = static_cast<std::int16_t>(need_[number] - mines);
    undecided_around_[number] = undecided;
    if (need_[number] <= 0 || need_[number] >= undecided) queue_.push_back(number);
}

void Constraints::leave_undecided(Cell cell, Standing standing) {
    standing_[cell] = standing;
    --undecided_cells_;
    if (numbers_around_[cell] == 0) return;
    --frontier_cells_;
    const bool mine = standing == Standing::mine;
    for (Cell number : topology_->neighbours(cell)) {
        if (standing_[number] != Standing::number) continue;
        const std::int16_t undecided = --undecided_around_[number];
        const auto need = static_cast<std::int16_t>(need_[number] - (mine ? 1 : 0));
        need_[number] = need;
        if (need <= 0 || need >= undecided) queue_.push_back(number);
    }
}

void Constraints::decide(Cell cell, Standing standing) {
    leave_undecided(cell, standing);
    known_mines_ += standing == Standing::mine;
}

void Constraints::apply_trivial_rules() {
    while (!queue_.empty()) {
        const Cell number = queue_.back();
        queue_.pop_back();
        if (need_[number] < 0 || need_[number] > undecided_around_[number]) {
            conflict_ = number;
            queue_.clear();
            return;
        }
        if (undecided_around_[number] == 0) continue;
        const Standing verdict = need_[number] == 0 ? Standing::safe : Standing::mine;
        for (Cell other : topology_->neighbours(number)) {
            if (standing_[other] == Standing::undecided) decide(other, verdict);
        }
    }
}

}  // namespace sapper

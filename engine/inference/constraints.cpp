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
    numbers_around_.assign(size, 0);
    degrees_.resize(size);
    for (Cell cell = 0; cell < size; ++cell)
        degrees_[cell] = static_cast<std::int16_t>(topology_->degree(cell));
    undecided_around_ = degrees_;
    is_touched_.assign(size, 0);
    undecided_cells_ = size;
}

void Constraints::load(const Position& position, bool trust_flags, const std::vector<bool>* heard) {
    queue_.clear();
    found_safe_.clear();
    events_.clear();
    levels_.clear();
    conflict_ = kNoCell;
    undecided_cells_ = frontier_cells_ = known_mines_ = 0;
    undecided_around_ = degrees_;
    std::ranges::fill(need_, std::int16_t{0});
    std::ranges::fill(numbers_around_, std::uint16_t{0});
    const auto size = static_cast<Cell>(position.marks.size());
    for (Cell cell = 0; cell < size; ++cell) {
        Standing standing = standing_of(position.marks[cell], trust_flags);
        if (standing == Standing::number && heard != nullptr && !(*heard)[cell]) standing = Standing::silent;
        standing_[cell] = standing;
        if (standing == Standing::undecided) {
            ++undecided_cells_;
            continue;
        }
        const bool mine = holds_mine(standing);
        known_mines_ += mine;
        if (standing == Standing::number)
            need_[cell] = static_cast<std::int16_t>(need_[cell] + position.marks[cell]);
        count_out(cell, mine);
    }
    for (Cell cell = 0; cell < size; ++cell) {
        if (live(cell)) cover_around(cell);
    }
    for (Cell cell = 0; cell < size; ++cell) {
        if (standing_[cell] == Standing::number) queue_if_trivial(cell);
    }
    apply_trivial_rules();
    changed_.clear();
    forget_touched();
}

void Constraints::reveal(std::span<const Cell> cells, std::span<const Mark> numbers) {
    // All cells leave first, so that the rules find none of them to decide.
    before_.clear();
    for (Cell cell : cells) {
        const Standing before = standing_[cell];
        before_.push_back(before);
        if (before == Standing::mine) conflict_ = cell;
        if (before == Standing::undecided) {
            leave_undecided(cell, Standing::silent);
        } else {
            standing_[cell] = Standing::silent;
        }
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Cell cell = cells[i];
        record(Event::Kind::revealed, before_[i], cell, numbers[i]);
        standing_[cell] = Standing::number;
        need_[cell] = static_cast<std::int16_t>(need_[cell] + numbers[i]);
        if (undecided_around_[cell] > 0) cover_around(cell);
        queue_if_trivial(cell);
        touch(cell);
    }
    apply_trivial_rules();
}

void Constraints::explode(Cell cell) {
    const Standing before = standing_[cell];
    if (before == Standing::safe) {
        conflict_ = cell;
        return;
    }
    if (before == Standing::undecided) {
        leave_undecided(cell, Standing::exploded);
    } else {
        standing_[cell] = Standing::exploded;
    }
    record(Event::Kind::exploded, before, cell);
    apply_trivial_rules();
}

Cell Constraints::take_touched() {
    while (!touched_.empty()) {
        const Cell number = touched_.back();
        touched_.pop_back();
        is_touched_[number] = 0;
        if (live(number)) return number;
    }
    return kNoCell;
}

void Constraints::forget_touched() {
    for (Cell number : touched_)
        is_touched_[number] = 0;
    touched_.clear();
}

std::span<const Cell> Constraints::known_safe() {
    std::erase_if(found_safe_, [this](Cell cell) { return standing_[cell] != Standing::safe; });
    return found_safe_;
}

void Constraints::push() {
    levels_.push_back(events_.size());
}

void Constraints::pop() {
    const std::size_t first = levels_.back();
    levels_.pop_back();
    for (std::size_t i = events_.size(); i-- > first;)
        take_back(events_[i]);
    events_.resize(first);
    changed_.clear();
    forget_touched();
    conflict_ = kNoCell;  // nothing is pushed onto an inconsistent state
}

// Runs in the reverse order of events, so the surroundings are those the event left behind.
void Constraints::take_back(const Event& event) {
    const Cell cell = event.cell;
    switch (event.kind) {
        case Event::Kind::left_undecided: {
            const bool mine = holds_mine(standing_[cell]);
            standing_[cell] = Standing::undecided;
            ++undecided_cells_;
            known_mines_ -= mine;
            frontier_cells_ += numbers_around_[cell] > 0;
            for (Cell other : topology_->neighbours(cell)) {
                ++undecided_around_[other];
                need_[other] = static_cast<std::int16_t>(need_[other] + (mine ? 1 : 0));
            }
            return;
        }
        case Event::Kind::revealed:
            if (undecided_around_[cell] > 0) {
                for (Cell other : topology_->neighbours(cell)) {
                    if (undecided(other) && --numbers_around_[other] == 0) --frontier_cells_;
                }
            }
            need_[cell] = static_cast<std::int16_t>(need_[cell] - event.number);
            standing_[cell] = event.before == Standing::undecided ? Standing::silent : event.before;
            if (event.before == Standing::safe) found_safe_.push_back(cell);
            return;
        case Event::Kind::exploded:
            if (event.before == Standing::mine) standing_[cell] = Standing::mine;
            return;
    }
}

// The undecided cells around a number come under it.
void Constraints::cover_around(Cell number) {
    each_neighbour(*topology_, number, [this](Cell other) {
        if (!undecided(other)) return;
        changed_.push_back(other);
        if (numbers_around_[other]++ == 0) ++frontier_cells_;
    });
}

// Every cell knows what is undecided and how many mines are known around it, be it a number or not, so that
// most cells can be revealed without a look at their neighbours.
void Constraints::count_out(Cell cell, bool mine) {
    const std::int16_t mines = mine ? 1 : 0;
    each_neighbour(*topology_, cell, [this, mines](Cell other) {
        --undecided_around_[other];
        need_[other] = static_cast<std::int16_t>(need_[other] - mines);
    });
}

// Numbers that are done with, as most are, need no rule.
void Constraints::queue_if_trivial(Cell number) {
    const std::int16_t need = need_[number];
    const std::int16_t undecided = undecided_around_[number];
    if ((need <= 0 || need >= undecided) && (need != 0 || undecided != 0)) queue_.push_back(number);
}

void Constraints::leave_undecided(Cell cell, Standing standing) {
    const bool mine = holds_mine(standing);
    standing_[cell] = standing;
    --undecided_cells_;
    known_mines_ += mine;
    changed_.push_back(cell);
    record(Event::Kind::left_undecided, Standing::undecided, cell);
    count_out(cell, mine);
    if (numbers_around_[cell] == 0) return;
    --frontier_cells_;
    each_neighbour(*topology_, cell, [this](Cell number) {
        if (standing_[number] != Standing::number) return;
        queue_if_trivial(number);
        touch(number);
    });
}

void Constraints::apply_trivial_rules() {
    if (!consistent()) queue_.clear();
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
            if (standing_[other] != Standing::undecided) continue;
            leave_undecided(other, verdict);
            if (verdict == Standing::safe) found_safe_.push_back(other);
        }
    }
}

}  // namespace sapper

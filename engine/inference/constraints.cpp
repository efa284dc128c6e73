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
    blank_.resize(size);
    for (Cell cell = 0; cell < size; ++cell)
        blank_[cell].undecided_around = static_cast<std::int16_t>(topology_->degree(cell));
    at_ = blank_;
    undecided_cells_ = size;
}

void Constraints::load(const Position& position, bool trust_flags, const std::vector<bool>* heard,
                       const Limits& limits) {
    Poller poller(limits);
    queue_.clear();
    found_safe_.clear();
    events_.clear();
    levels_.clear();
    conflict_ = kNoCell;
    undecided_cells_ = frontier_cells_ = known_mines_ = 0;
    at_ = blank_;
    const auto size = static_cast<Cell>(position.marks.size());
    for (Cell cell = 0; cell < size; ++cell) {
        Standing standing = standing_of(position.marks[cell], trust_flags);
        if (standing == Standing::number && heard != nullptr && !(*heard)[cell]) standing = Standing::silent;
        at_[cell].standing = standing;
        if (standing == Standing::undecided) {
            ++undecided_cells_;
            continue;
        }
        const bool mine = holds_mine(standing);
        known_mines_ += mine;
        if (standing == Standing::number)
            at_[cell].need = static_cast<std::int16_t>(at_[cell].need + position.marks[cell]);
        count_out(cell, mine);
        poller.work(1);
    }
    for (Cell cell = 0; cell < size; ++cell) {
        if (live(cell)) cover_around(cell);
        poller.work(1);
    }
    for (Cell cell = 0; cell < size; ++cell) {
        if (at_[cell].standing == Standing::number) queue_if_trivial(cell);
    }
    poller.work(size);
    apply_trivial_rules();
    changed_.clear();
    forget_touched();
}

void Constraints::reset() {
    queue_.clear();
    changed_.clear();
    touched_.clear();
    found_safe_.clear();
    events_.clear();
    levels_.clear();
    conflict_ = kNoCell;
    at_ = blank_;
    undecided_cells_ = at_.size();
    frontier_cells_ = known_mines_ = 0;
}

void Constraints::reveal(std::span<const Cell> cells, std::span<const Mark> numbers) {
    // All cells leave first, so that the rules find none of them to decide.
    before_.clear();
    for (Cell cell : cells) {
        const Standing before = at_[cell].standing;
        before_.push_back(before);
        if (before == Standing::mine) conflict_ = cell;
        if (before == Standing::undecided) {
            leave_undecided(cell, Standing::silent);
        } else {
            at_[cell].standing = Standing::silent;
        }
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Cell cell = cells[i];
        record(Event::Kind::revealed, before_[i], cell, numbers[i]);
        at_[cell].standing = Standing::number;
        at_[cell].need = static_cast<std::int16_t>(at_[cell].need + numbers[i]);
        if (at_[cell].undecided_around > 0) cover_around(cell);
        queue_if_trivial(cell);
        touch(cell);
    }
    apply_trivial_rules();
    skim_touched();
}

void Constraints::skim_touched() {
    skim_(touched_, [this](Cell number) {
        at_[number].touched = live(number);
        return at_[number].touched;
    });
}

void Constraints::explode(Cell cell) {
    const Standing before = at_[cell].standing;
    if (before == Standing::safe) {
        conflict_ = cell;
        return;
    }
    if (before == Standing::undecided) {
        leave_undecided(cell, Standing::exploded);
    } else {
        at_[cell].standing = Standing::exploded;
    }
    record(Event::Kind::exploded, before, cell);
    apply_trivial_rules();
}

Cell Constraints::take_touched() {
    while (!touched_.empty()) {
        const Cell number = touched_.back();
        touched_.pop_back();
        at_[number].touched = false;
        if (live(number)) return number;
    }
    return kNoCell;
}

void Constraints::forget_touched() {
    for (Cell number : touched_)
        at_[number].touched = false;
    touched_.clear();
}

std::span<const Cell> Constraints::known_safe() {
    std::erase_if(found_safe_, [this](Cell cell) { return at_[cell].standing != Standing::safe; });
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
            const bool mine = holds_mine(at_[cell].standing);
            at_[cell].standing = Standing::undecided;
            ++undecided_cells_;
            known_mines_ -= mine;
            frontier_cells_ += at_[cell].numbers_around > 0;
            for (Cell other : topology_->neighbours(cell)) {
                ++at_[other].undecided_around;
                at_[other].need = static_cast<std::int16_t>(at_[other].need + (mine ? 1 : 0));
            }
            return;
        }
        case Event::Kind::revealed:
            if (at_[cell].undecided_around > 0) {
                for (Cell other : topology_->neighbours(cell)) {
                    if (undecided(other) && --at_[other].numbers_around == 0) --frontier_cells_;
                }
            }
            at_[cell].need = static_cast<std::int16_t>(at_[cell].need - event.number);
            at_[cell].standing = event.before == Standing::undecided ? Standing::silent : event.before;
            if (event.before == Standing::safe) found_safe_.push_back(cell);
            return;
        case Event::Kind::exploded:
            if (event.before == Standing::mine) at_[cell].standing = Standing::mine;
            return;
    }
}

// The undecided cells around a number come under it.
void Constraints::cover_around(Cell number) {
    each_neighbour(*topology_, number, [this](Cell other) {
        if (!undecided(other)) return;
        changed_.push_back(other);
        if (at_[other].numbers_around++ == 0) ++frontier_cells_;
    });
}

// Every cell knows what is undecided and how many mines are known around it, be it a number or not, so that
// most cells can be revealed without a look at their neighbours.
void Constraints::count_out(Cell cell, bool mine) {
    const std::int16_t mines = mine ? 1 : 0;
    each_neighbour(*topology_, cell, [this, mines](Cell other) {
        --at_[other].undecided_around;
        at_[other].need = static_cast<std::int16_t>(at_[other].need - mines);
    });
}

// Numbers that are done with, as most are, need no rule.
void Constraints::queue_if_trivial(Cell number) {
    const std::int16_t need = at_[number].need;
    const std::int16_t undecided = at_[number].undecided_around;
    if ((need <= 0 || need >= undecided) && (need != 0 || undecided != 0)) queue_.push_back(number);
}

void Constraints::leave_undecided(Cell cell, Standing standing) {
    const bool mine = holds_mine(standing);
    at_[cell].standing = standing;
    --undecided_cells_;
    known_mines_ += mine;
    changed_.push_back(cell);
    record(Event::Kind::left_undecided, Standing::undecided, cell);
    count_out(cell, mine);
    if (at_[cell].numbers_around == 0) return;
    --frontier_cells_;
    each_neighbour(*topology_, cell, [this](Cell number) {
        if (at_[number].standing != Standing::number) return;
        queue_if_trivial(number);
        touch(number);
    });
}

void Constraints::apply_trivial_rules() {
    if (!consistent()) queue_.clear();
    while (!queue_.empty()) {
        const Cell number = queue_.back();
        queue_.pop_back();
        if (at_[number].need < 0 || at_[number].need > at_[number].undecided_around) {
            conflict_ = number;
            queue_.clear();
            return;
        }
        if (at_[number].undecided_around == 0) continue;
        const Standing verdict = at_[number].need == 0 ? Standing::safe : Standing::mine;
        for (Cell other : topology_->neighbours(number)) {
            if (at_[other].standing != Standing::undecided) continue;
            leave_undecided(other, verdict);
            if (verdict == Standing::safe) found_safe_.push_back(other);
        }
    }
}

}  // namespace sapper

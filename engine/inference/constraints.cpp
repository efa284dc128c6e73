#include "inference/constraints.hpp"

#include <algorithm>

namespace sapper {

namespace {

// Units of work that applying a rule stands for.
constexpr std::size_t kPerNumber = 32;

Constraints::Standing standing_of(Mark mark, bool trust_flags) {
    if (is_number(mark)) return Constraints::Standing::number;
    if (mark == kExploded) return Constraints::Standing::exploded;
    if (mark == kFlag && trust_flags) return Constraints::Standing::mine;
    return Constraints::Standing::undecided;
}

bool holds_mine(Constraints::Standing standing) {
    return (standing == Constraints::Standing::mine) | (standing == Constraints::Standing::exploded);
}

}  // namespace

Constraints::Constraints(std::shared_ptr<const Topology> topology) : topology_(std::move(topology)) {
    const std::size_t size = topology_->size();
    blank_.resize(size);
    for (Cell cell = 0; cell < size; ++cell)
        blank_[cell].around = static_cast<std::uint32_t>(topology_->degree(cell));
    at_ = blank_;
    undecided_cells_ = size;
}

void Constraints::load(const Position& position, bool trust_flags, const std::vector<bool>* heard,
                       const Limits& limits) {
    Poller poller(limits);
    queue_.clear();
    changed_.clear();
    touched_.clear();
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
        known_mines_ += holds_mine(standing);
        if (standing == Standing::number)
            at_[cell].around += static_cast<std::uint32_t>(position.marks[cell]) * kOneMine;
        count_out(cell, step_of(standing));
        poller.work(1);
    }
    for (Cell cell = 0; cell < size; ++cell) {
        if (live(cell)) cover_around(cell);
        poller.work(1);
    }
    for (Cell cell = 0; cell < size; ++cell) {
        if (at_[cell].standing == Standing::number && at_[cell].trivial()) queue_.add(cell);
    }
    poller.work(size);
    apply_trivial_rules(limits);
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
        State& state = at_[cell];
        record(Event::Kind::revealed, before_[i], cell, numbers[i]);
        state.standing = Standing::number;
        state.around += static_cast<std::uint32_t>(numbers[i]) * kOneMine;
        if (state.undecided() > 0) cover_around(cell);
        if (state.trivial()) queue_.add(cell);
        if (!state.touched) touched_.add(cell);
        state.touched = true;
    }
    apply_trivial_rules();
    skim_touched();
}

void Constraints::skim_touched() {
    skim_(touched_, 0, [this](Cell number) {
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
        const Cell number = touched_.take_last();
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
    Cell* end = found_safe_.data();
    for (Cell cell : found_safe_) {
        *end = cell;
        end += at_[cell].standing == Standing::safe;
    }
    found_safe_.resize(static_cast<std::size_t>(end - found_safe_.data()));
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

// What a cell that leaves the undecided ones takes from each of its neighbours.
std::uint32_t Constraints::step_of(Standing standing) {
    return kOneUndecided + kOneMine * std::uint32_t{holds_mine(standing)};
}

// Runs in the reverse order of events, so the surroundings are those the event left behind.
void Constraints::take_back(const Event& event) {
    const Cell cell = event.cell;
    switch (event.kind) {
        case Event::Kind::left_undecided: {
            const std::uint32_t step = step_of(at_[cell].standing);
            known_mines_ -= holds_mine(at_[cell].standing);
            at_[cell].standing = Standing::undecided;
            ++undecided_cells_;
            frontier_cells_ += at_[cell].numbers_around > 0;
            each_neighbour(*topology_, cell, [this, step](Cell other) { at_[other].around += step; });
            return;
        }
        case Event::Kind::revealed:
            if (at_[cell].undecided() > 0) {
                for (Cell other : topology_->neighbours(cell)) {
                    if (undecided(other) && --at_[other].numbers_around == 0) --frontier_cells_;
                }
            }
            at_[cell].around -= static_cast<std::uint32_t>(event.number) * kOneMine;
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
    State* const at = at_.data();
    std::size_t joined = 0;
    changed_.add_around(*topology_, number, [&](Cell other) {
        State& state = at[other];
        const bool covered = state.standing == Standing::undecided;
        joined += covered & (state.numbers_around == 0);
        state.numbers_around = static_cast<std::uint16_t>(state.numbers_around + covered);
        return covered;
    });
    frontier_cells_ += joined;
}

// Every cell knows what is undecided and how many mines are known around it, be it a number or not, so that
// most cells can be revealed without a look at their neighbours.
void Constraints::count_out(Cell cell, std::uint32_t step) {
    State* const at = at_.data();
    each_neighbour(*topology_, cell, [at, step](Cell other) { at[other].around -= step; });
}

void Constraints::leave_undecided(Cell cell, Standing standing) {
    State* const at = at_.data();
    const std::uint32_t step = step_of(standing);
    at[cell].standing = standing;
    --undecided_cells_;
    known_mines_ += holds_mine(standing);
    changed_.add(cell);
    record(Event::Kind::left_undecided, Standing::undecided, cell);
    if (at[cell].numbers_around == 0) {
        count_out(cell, step);
        return;
    }
    --frontier_cells_;
    Cell* queue = queue_.room(topology_->degree(cell));
    Cell* touched = touched_.room(topology_->degree(cell));
    each_neighbour(*topology_, cell, [&](Cell other) {
        State& state = at[other];
        state.around -= step;
        const bool number = state.standing == Standing::number;
        *queue = other;
        queue += number & state.trivial();
        *touched = other;
        touched += number & !state.touched;
        state.touched |= number;
    });
    queue_.end_at(queue);
    touched_.end_at(touched);
}

void Constraints::apply_trivial_rules(const Limits& limits) {
    Poller poller(limits);
    if (!consistent()) queue_.clear();
    while (!queue_.empty()) {
        const Cell number = queue_.take_last();
        const State& state = at_[number];
        if (state.need() < 0 || state.need() > state.undecided()) {
            conflict_ = number;
            queue_.clear();
            return;
        }
        if (state.undecided() == 0) continue;
        const Standing verdict = state.need() == 0 ? Standing::safe : Standing::mine;
        decided_.clear();
        decided_.add_around(*topology_, number, [this](Cell other) { return undecided(other); });
        for (Cell other : decided_)
            leave_undecided(other, verdict);
        poller.work(kPerNumber);
        if (verdict == Standing::safe)
            found_safe_.insert(found_safe_.end(), decided_.begin(), decided_.end());
    }
}

}  // namespace sapper

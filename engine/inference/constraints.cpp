#include "inference/constraints.hpp"

#include "util/lists.hpp"

namespace sapper {

namespace {

// The units of work of one rule.
constexpr std::size_t kPerNumber = 32;

Constraints::CellState state_of(Mark mark) {
    if (is_number(mark)) return Constraints::CellState::number;
    if (mark == kSafeMark) return Constraints::CellState::unused;
    return mark == kExploded ? Constraints::CellState::exploded : Constraints::CellState::mine;
}

bool holds_mine(Constraints::CellState state) {
    return (state == Constraints::CellState::mine) | (state == Constraints::CellState::exploded);
}

}  // namespace

Constraints::Constraints(std::shared_ptr<const Topology> topology) : topology_(std::move(topology)) {
    const std::size_t size = topology_->size();
    blank_.resize(size);
    for (Cell cell = 0; cell < size; ++cell)
        blank_[cell].to_find = kUnknown + kOneSafe * static_cast<std::uint32_t>(topology_->degree(cell));
    at_ = blank_;
    undecided_cells_ = size;
}

void Constraints::load(const Position& position, bool trust_flags, const std::vector<bool>* subset,
                       const Limits& limits) {
    reset();
    if (topology_->bitboard() != nullptr) {
        if (!rules_) rules_.emplace(*topology_);
        if (rules_->load(position.marks, trust_flags, subset)) {
            learn(*rules_);
            return;
        }
    }
    // On other boards, and to find out which number is in conflict.
    Poller poller(limits);
    Record* const at = at_.data();
    const auto size = static_cast<Cell>(position.marks.size());
    // A bit for each mark below zero whose cell is known, by its distance from zero.
    const unsigned known_marks = 1U << -kExploded | 1U << -kSafeMark | unsigned{trust_flags} << -kFlag;
    const Mark* const marks = position.marks.data();
    poller.in_stretches(size, [&](Cell first, Cell last) {
        queue_.add_between(first, last, [&](Cell cell) {
            return is_number(marks[cell]) | ((known_marks >> (-marks[cell] & 31) & 1) != 0);
        });
    });
    undecided_cells_ = size - queue_.size();
    for (Cell cell : queue_) {
        at[cell].state = state_of(marks[cell]);
        known_mines_ += holds_mine(at[cell].state);
    }
    for (Cell cell : queue_) {
        count_out(cell, step_of(at[cell].state));
        poller.work(1);
    }
    for (Cell cell : queue_) {
        Record& record = at[cell];
        if (record.state != CellState::number) continue;
        if (subset == nullptr || (*subset)[cell]) {
            record.to_find -= unknown_before(marks[cell]);
            record.is_dirty = false;
        } else {
            record.state = CellState::unused;
        }
    }
    poller.work(queue_.size());
    queue_.keep([this](Cell cell) { return live(cell); });
    for (Cell number : queue_) {
        each_neighbour(*topology_, number, [at](Cell other) { ++at[other].numbers_around; });
        poller.work(1);
    }
    queue_.keep([this](Cell number) { return at_[number].trivial(); });
    apply_trivial_rules(limits);
    forget_dirty();
    list_frontier(limits);
    frontier_cells_ = changes_.size();
}

void Constraints::list_frontier(const Limits& limits) {
    Poller poller(limits);
    changes_.clear();
    poller.in_stretches(static_cast<Cell>(at_.size()), [this](Cell first, Cell last) {
        changes_.add_between(first, last, [this](Cell cell) { return in_frontier(cell); });
    });
}

void Constraints::reset() {
    queue_.clear();
    changes_.clear();
    dirty_.clear();
    proved_safe_.clear();
    events_.clear();
    levels_.clear();
    conflict_ = kNoCell;
    at_ = blank_;
    undecided_cells_ = at_.size();
    frontier_cells_ = known_mines_ = 0;
}

void Constraints::reveal(std::span<const Cell> cells, std::span<const Mark> numbers) {
    // First takes all cells out of the undecided ones, so that the rules need not decide them.
    before_.clear();
    for (Cell cell : cells) {
        const CellState before = at_[cell].state;
        before_.push_back(before);
        if (before == CellState::mine) conflict_ = cell;
        if (before == CellState::undecided) {
            leave_undecided(cell, CellState::unused);
        } else {
            at_[cell].state = CellState::unused;
        }
    }
    Cell* queue = queue_.room(cells.size());
    Cell* dirty = dirty_.room(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Cell cell = cells[i];
        Record& record = at_[cell];
        log(Event::Kind::revealed, before_[i], cell, numbers[i]);
        record.state = CellState::number;
        record.to_find -= unknown_before(numbers[i]);
        if (record.to_find != 0) cover_around(cell);
        *queue = cell;
        queue += record.trivial();
        *dirty++ = cell;
    }
    queue_.end_at(queue);
    dirty_.end_at(dirty);
    apply_trivial_rules();
    filter_dirty();
}

void Constraints::filter_dirty() {
    filter_(dirty_, 0, [this](Cell number) {
        at_[number].is_dirty = live(number);
        return at_[number].is_dirty;
    });
}

void Constraints::explode(Cell cell) {
    const CellState before = at_[cell].state;
    if (before == CellState::safe || before == CellState::unused) {
        conflict_ = cell;
        return;
    }
    if (before == CellState::undecided) {
        leave_undecided(cell, CellState::exploded);
    } else {
        at_[cell].state = CellState::exploded;
    }
    log(Event::Kind::exploded, before, cell);
    apply_trivial_rules();
}

void Constraints::open(std::span<const Cell> cells) {
    for (Cell cell : cells) {
        const CellState before = at_[cell].state;
        if (before == CellState::mine) conflict_ = cell;
        if (before == CellState::undecided) {
            leave_undecided(cell, CellState::unused);
        } else {
            at_[cell].state = CellState::unused;
            log(Event::Kind::opened, before, cell);
        }
    }
    apply_trivial_rules();
    filter_dirty();
}

bool Constraints::learn(TrivialRules& rules) {
    return rules.report([&](std::size_t word, const RuleNews& news) { learn(rules, word, news); });
}

// Has the effect of reveal() and explode(), with two exceptions. `numbers_around` says only whether there are
// any. And it touches no number, because the rules look at pairs themselves.
void Constraints::learn(const TrivialRules& rules, std::size_t word, const RuleNews& news) {
    Record* const at = at_.data();
    const auto each = [&](Bits bits, auto visit) {
        for_each_bit(bits, [&](std::uint32_t bit) { visit(rules.board().cell(word, bit), bit); });
    };
    // Without the cell itself.
    const auto mines_around = [&](unsigned bit) {
        return Bitboard::at(news.mines_near, bit) - static_cast<std::uint32_t>(news.mine >> bit & 1);
    };
    const auto unsafe_around = [&](unsigned bit) {
        return Bitboard::at(news.unsafe_near, bit) - static_cast<std::uint32_t>(news.unsafe >> bit & 1);
    };
    Cell* change = changes_.room(2 * Bitboard::kBits);
    undecided_cells_ -= count_bits(news.decisions);
    frontier_cells_ -= count_bits(news.off_frontier);
    each(news.off_frontier, [&](Cell cell, unsigned) { *change++ = cell; });
    each(news.onto_frontier, [&](Cell cell, unsigned) {
        *change++ = cell;
        frontier_cells_ += at[cell].numbers_around == 0;
        at[cell].numbers_around = 1;
    });
    changes_.end_at(change);
    each(news.mines, [&](Cell cell, unsigned) {
        at[cell].state = CellState::mine;
        ++known_mines_;
    });
    each(news.unused, [&](Cell cell, unsigned) { at[cell].state = CellState::unused; });
    each(news.exploded, [&](Cell cell, unsigned) { at[cell].state = CellState::exploded; });
    each(news.safe, [&](Cell cell, unsigned) {
        at[cell].state = CellState::safe;
        proved_safe_.push_back(cell);
    });
    each(news.others, [&](Cell cell, unsigned bit) {
        at[cell].to_find = kUnknown + kOneSafe * unsafe_around(bit) - kOneMine * mines_around(bit);
    });
    each(news.open, [&](Cell cell, unsigned) { at[cell] = {0, 0, CellState::number, false}; });
    each(news.complete, [&](Cell cell, unsigned) { at[cell].to_find = 0; });
    each(news.live, [&](Cell cell, unsigned bit) {
        const auto number = Bitboard::at(news.number, bit);
        at[cell].to_find = kOneSafe * (unsafe_around(bit) - number) + kOneMine * (number - mines_around(bit));
    });
}

Cell Constraints::take_dirty() {
    while (!dirty_.empty()) {
        const Cell number = dirty_.take_last();
        at_[number].is_dirty = false;
        if (live(number)) return number;
    }
    return kNoCell;
}

void Constraints::forget_dirty() {
    for (Cell cell : dirty_)
        at_[cell].is_dirty = at_[cell].state != CellState::number;
    dirty_.clear();
}

std::span<const Cell> Constraints::known_safe() {
    Cell* end = proved_safe_.data();
    for (Cell cell : proved_safe_) {
        *end = cell;
        end += at_[cell].state == CellState::safe;
    }
    proved_safe_.resize(static_cast<std::size_t>(end - proved_safe_.data()));
    if (may_repeat_) drop_repeated_safe();
    return proved_safe_;
}

// After pop() takes a cell back, the rules may prove it safe again. The loop gives each cell that stays
// another state, so that it meets the cell only once.
void Constraints::drop_repeated_safe() {
    std::size_t end = 0;
    for (Cell cell : proved_safe_) {
        if (at_[cell].state != CellState::safe) continue;
        at_[cell].state = CellState::unused;
        proved_safe_[end++] = cell;
    }
    proved_safe_.resize(end);
    for (Cell cell : proved_safe_)
        at_[cell].state = CellState::safe;
    may_repeat_ = false;
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
    changes_.clear();
    forget_dirty();
    may_repeat_ = true;
    conflict_ = kNoCell;  // push() is not called in an inconsistent state
}

// Events are taken back in reverse order, so the cells around are as this event left them.
void Constraints::take_back(const Event& event) {
    const Cell cell = event.cell;
    switch (event.kind) {
        case Event::Kind::left_undecided: {
            const std::uint32_t step = step_of(at_[cell].state);
            known_mines_ -= holds_mine(at_[cell].state);
            at_[cell].state = CellState::undecided;
            ++undecided_cells_;
            frontier_cells_ += at_[cell].numbers_around > 0;
            each_neighbour(*topology_, cell, [this, step](Cell other) { at_[other].to_find += step; });
            return;
        }
        case Event::Kind::revealed:
            if (at_[cell].to_find != 0) {
                each_neighbour(*topology_, cell, [this](Cell other) {
                    const bool was_last = --at_[other].numbers_around == 0, hidden = undecided(other);
                    frontier_cells_ -= hidden & was_last;
                });
            }
            at_[cell].to_find += unknown_before(event.number);
            at_[cell].is_dirty = true;
            at_[cell].state = event.before == CellState::undecided ? CellState::unused : event.before;
            if (event.before == CellState::safe) proved_safe_.push_back(cell);
            return;
        case Event::Kind::opened:
            at_[cell].state = event.before;
            if (event.before == CellState::safe) proved_safe_.push_back(cell);
            return;
        case Event::Kind::exploded:
            if (event.before == CellState::mine) at_[cell].state = CellState::mine;
            return;
    }
}

// Adds a number to `numbers_around` of its undecided neighbours.
void Constraints::cover_around(Cell number) {
    Record* const at = at_.data();
    std::size_t newcomers = 0;
    changes_.add_around(*topology_, number, [&](Cell other) {
        Record& record = at[other];
        const bool covered = record.state == CellState::undecided;
        newcomers += covered & (record.numbers_around == 0);
        ++record.numbers_around;
        return covered;
    });
    frontier_cells_ += newcomers;
}

// Updates the counts around a cell. Every cell has counts, not only numbers. So to reveal a cell seldom needs
// a look at its neighbours.
void Constraints::count_out(Cell cell, std::uint32_t step) {
    Record* const at = at_.data();
    each_neighbour(*topology_, cell, [at, step](Cell other) { at[other].to_find -= step; });
}

void Constraints::leave_undecided(Cell cell, CellState state) {
    Record* const at = at_.data();
    const std::uint32_t step = step_of(state);
    at[cell].state = state;
    --undecided_cells_;
    known_mines_ += holds_mine(state);
    changes_.add(cell);
    log(Event::Kind::left_undecided, CellState::undecided, cell);
    if (at[cell].numbers_around == 0) {
        count_out(cell, step);
        return;
    }
    --frontier_cells_;
    Cell* queue = queue_.room(topology_->degree(cell));
    Cell* dirty = dirty_.room(topology_->degree(cell));
    each_neighbour(*topology_, cell, [&](Cell other) {
        Record& record = at[other];
        record.to_find -= step;
        *queue = other;
        queue += record.trivial();
        *dirty = other;
        dirty += !record.is_dirty;
        record.is_dirty = true;
    });
    queue_.end_at(queue);
    dirty_.end_at(dirty);
}

void Constraints::apply_trivial_rules(const Limits& limits) {
    Poller poller(limits);
    if (!consistent()) queue_.clear();
    while (!queue_.empty()) {
        const Cell number = queue_.take_last();
        const Record& record = at_[number];
        if (record.mines() < 0 || record.safe() < 0) {
            conflict_ = number;
            queue_.clear();
            return;
        }
        if (record.to_find == 0) continue;
        const CellState verdict = record.mines() == 0 ? CellState::safe : CellState::mine;
        neighbours_.clear();
        neighbours_.add_around(*topology_, number, [this](Cell other) { return undecided(other); });
        // For now the cell is no number, so that it does not join the queue again for each of these cells.
        at_[number].to_find += kUnknown;
        for (Cell other : neighbours_)
            leave_undecided(other, verdict);
        at_[number].to_find -= kUnknown;
        poller.work(kPerNumber);
        if (verdict == CellState::safe) append(proved_safe_, neighbours_);
    }
}

namespace {

// Adds the undecided cells around `of` that are not around `without`.
void add_only(const Constraints& constraints, Cell of, Cell without, std::vector<Cell>& cells) {
    const Topology& topology = constraints.topology();
    for (Cell cell : topology.neighbours(of)) {
        if (constraints.undecided(cell) && !topology.touch(without, cell)) cells.push_back(cell);
    }
}

}  // namespace

void Pairs::find_safe(const Constraints& constraints, Cell number, std::vector<Cell>& safe) {
    const Topology& topology = constraints.topology();
    covered_.clear();
    covered_.add_around(topology, number, [&](Cell cell) { return constraints.undecided(cell); });
    others_.clear();
    for (Cell covered : covered_) {
        others_.add_around(topology, covered, [&](Cell other) {
            const bool live = constraints.live(other);
            const bool first = overlap_[other] == 0;
            overlap_[other] = static_cast<std::uint16_t>(overlap_[other] + live);
            return live & first;
        });
    }
    const std::size_t first = safe.size();
    const std::int32_t mines = constraints.need(number);
    const std::int32_t safe_cells = constraints.safe_need(number);
    for (Cell other : others_) {
        const std::int32_t overlap = overlap_[other];
        overlap_[other] = 0;
        // The cells that only one number has are all mines, so those that only the other has are safe.
        const std::int32_t other_mines = constraints.need(other);
        const std::int32_t other_safe = constraints.safe_need(other);
        const bool other_has_mines = overlap == mines + other_safe;
        const bool this_has_mines = overlap == other_mines + safe_cells;
        if (other_has_mines & (overlap < mines + safe_cells)) add_only(constraints, number, other, safe);
        if (this_has_mines & (overlap < other_mines + other_safe)) add_only(constraints, other, number, safe);
    }
    drop_repeats(safe, first);
}

// Several pairs may prove the same cell safe. Marks cells in overlap_, which is all zero before and after.
void Pairs::drop_repeats(std::vector<Cell>& cells, std::size_t first) {
    std::size_t end = first;
    for (std::size_t i = first; i < cells.size(); ++i) {
        const Cell cell = cells[i];
        if (overlap_[cell] != 0) continue;
        overlap_[cell] = 1;
        cells[end++] = cell;
    }
    cells.resize(end);
    for (std::size_t i = first; i < end; ++i)
        overlap_[cells[i]] = 0;
}

}  // namespace sapper

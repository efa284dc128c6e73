#include "boards/certain_play.hpp"

#include "boards/scan.hpp"

namespace sapper {

CertainPlay::CertainPlay(std::shared_ptr<const Topology> topology)
    : constraints_(topology), pairs_(*topology), certain_(*topology) {}

void CertainPlay::load(std::span<const std::uint8_t> mined, Cell start) {
    const Topology& topology = constraints_.topology();
    numbers_.assign(mined.size(), 0);
    Mark* const numbers = numbers_.data();
    mines_ = 0;
    for (std::size_t cell = 0; (cell = find_byte(mined, 1, cell)) < mined.size(); ++cell) {
        each_neighbour(topology, static_cast<Cell>(cell), [numbers](Cell other) { ++numbers[other]; });
        ++mines_;
    }
    start_ = start;
}

bool CertainPlay::clears(const Terms& terms, const Limits& limits) {
    begin();
    while (safe_left_ > 0) {
        if (!advance(terms, limits)) return false;
    }
    return true;
}

void CertainPlay::begin() {
    safe_left_ = numbers_.size() - mines_;
    is_open_.assign(numbers_.size(), 0);
    constraints_.reset();
    pairs_.reset();
    noticed_ = 0;
    counting_ = false;
    open({&start_, 1});
}

// One step by the easiest rule that leads on.
bool CertainPlay::advance(const Terms& terms, const Limits& limits) {
    const Cell known = constraints_.known_safe();
    if (known != kNoCell) {
        open({&known, 1});
        return true;
    }
    if (terms.hardest == Rule::single) return false;
    const std::vector<Cell>& changed = constraints_.changed();
    pairs_.notice(constraints_, std::span(changed).subspan(noticed_));
    noticed_ = changed.size();
    if (pairs_.find(constraints_, terms.hardest == Rule::subset)) {
        open(pairs_.safe());
        mark_mines(pairs_.mines());
        return true;
    }
    return terms.hardest == Rule::exact && advance_exactly(terms.mine_count, limits);
}

bool CertainPlay::advance_exactly(bool by_mine_count, const Limits& limits) {
    if (!counting_) certain_.reset(constraints_);
    counting_ = true;
    const bool found = certain_.find(constraints_, limits);
    noticed_ = 0;
    if (!found && !(by_mine_count && certain_.find_by_mine_count(constraints_, mines_, limits))) {
        return false;
    }
    open(certain_.safe());
    mark_mines(certain_.mines());
    return true;
}

void CertainPlay::open(std::span<const Cell> cells) {
    opened_.clear();
    for (Cell cell : cells)
        uncover(cell);
    cascade();
    shown_.clear();
    for (Cell cell : opened_)
        shown_.push_back(numbers_[cell]);
    constraints_.reveal(opened_, shown_);
}

void CertainPlay::uncover(Cell cell) {
    if (is_open_[cell] != 0) return;
    is_open_[cell] = 1;
    --safe_left_;
    opened_.push_back(cell);
}

void CertainPlay::cascade() {
    for (std::size_t next = 0; next < opened_.size(); ++next) {
        if (numbers_[opened_[next]] != 0) continue;
        for (Cell other : constraints_.topology().neighbours(opened_[next]))
            uncover(other);
    }
}

// To the constraints a mine that is known is one that exploded.
void CertainPlay::mark_mines(std::span<const Cell> cells) {
    for (Cell cell : cells) {
        if (constraints_.undecided(cell)) constraints_.explode(cell);
    }
}

}  // namespace sapper

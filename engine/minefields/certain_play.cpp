#include "minefields/certain_play.hpp"

#include "inference/coupling.hpp"
#include "minefields/three_bv.hpp"
#include "util/lists.hpp"

namespace sapper {

CertainCells::CertainCells(const Topology& topology) : frontier_(topology) {}

void CertainCells::reset(Constraints& constraints) {
    frontier_.clear();
    constraints.list_frontier();
}

bool CertainCells::find(Constraints& constraints, const Limits& limits) {
    safe_.clear();
    mines_.clear();
    frontier_.update(constraints, limits);
    for (std::uint32_t id : frontier_.parts()) {
        const Frontier::Part& part = frontier_.part(id);
        const std::span<const Possibilities> possibilities = part.sweep->possibilities();
        for (std::size_t group = 0; group < possibilities.size(); ++group) {
            if (!possibilities[group].mine) append(safe_, part.placement.cells_of(group));
            if (!possibilities[group].safe) append(mines_, part.placement.cells_of(group));
        }
    }
    return !safe_.empty();
}

bool CertainCells::find_by_mine_count(const Constraints& constraints, std::uint32_t mines,
                                      const Limits& limits) {
    safe_.clear();
    factors_.clear();
    std::int64_t left =
        static_cast<std::int64_t>(mines) - static_cast<std::int64_t>(constraints.known_mines());
    for (std::uint32_t id : frontier_.parts()) {
        const Sweep& sweep = *frontier_.part(id).sweep;
        factors_.push_back({sweep.least_mines(), sweep.ways()});
        left -= sweep.least_mines();
    }
    const std::size_t sea = constraints.sea_cells();
    const Totals totals(factors_, sea);
    if (sea > 0 && !totals.reach(left - 1, Totals::kNone, 1)) add_sea(constraints);
    for (std::size_t i = 0; i < factors_.size(); ++i) {
        const std::span<const double> ways = factors_[i].ways;
        bool is_restricted = false;
        weights_.assign(ways.size(), 0);
        for (std::size_t k = 0; k < ways.size(); ++k) {
            if (!(ways[k] > 0)) continue;
            const bool possible = totals.reach(left - static_cast<std::int64_t>(k), i);
            weights_[k] = possible ? 1 : 0;
            is_restricted |= !possible;
        }
        if (!is_restricted) continue;
        const Frontier::Part& part = frontier_.part(frontier_.parts()[i]);
        const std::vector<Marginal> marginals = part.sweep->marginals(weights_, limits);
        for (std::size_t group = 0; group < marginals.size(); ++group) {
            if (!marginals[group].can_be_mine) append(safe_, part.placement.cells_of(group));
        }
    }
    return !safe_.empty();
}

void CertainCells::add_sea(const Constraints& constraints) {
    const auto size = static_cast<Cell>(constraints.topology().size());
    for (Cell cell = 0; cell < size; ++cell) {
        if (constraints.at_sea(cell)) safe_.push_back(cell);
    }
}

CertainPlay::CertainPlay(std::shared_ptr<const Topology> topology)
    : topology_(topology), constraints_(topology), pairs_(*topology), certain_(*topology) {}

void CertainPlay::load(std::span<const std::uint8_t> mine_bytes, Cell start) {
    const Topology& topology = constraints_.topology();
    numbers_.assign(mine_bytes.size(), 0);
    Mark* const numbers = numbers_.data();
    mines_ = 0;
    for (std::size_t cell = 0; (cell = find_byte(mine_bytes, 1, cell)) < mine_bytes.size(); ++cell) {
        each_neighbour(topology, static_cast<Cell>(cell), [numbers](Cell other) { ++numbers[other]; });
        ++mines_;
    }
    start_ = start;
}

bool CertainPlay::clears(const Terms& terms, const Limits& limits) {
    constexpr std::size_t kMoveWork = 64;
    Poller poller(limits);
    begin(terms);
    while (safe_left_ > 0) {
        if (!advance(terms, limits)) return false;
        poller.work(kMoveWork);
    }
    return true;
}

void CertainPlay::begin(const Terms& terms) {
    safe_left_ = numbers_.size() - mines_;
    marks_.assign(numbers_.size(), kHidden);
    constraints_.reset();
    counting_ = false;
    choose_level(terms);
    if (level_) level_->begin(marks_);
    open({&start_, 1});
}

// Makes a level for the terms, unless the current one fits.
void CertainPlay::choose_level(const Terms& terms) {
    Difficulty hardest = terms.hardest;
    if (hardest == Difficulty::mine_count && !terms.mine_count) hardest = Difficulty::cases;
    if (level_reaches_ == hardest && (!level_ || level_mines_ == mines_)) return;
    level_reaches_ = hardest;
    level_mines_ = mines_;
    level_.reset();
    if (hardest != Difficulty::counting) {
        level_ = level_up_to(hardest, topology_, mines_);
    }
}

// Opens the cells that the easiest successful rule finds. Returns whether there are any.
bool CertainPlay::advance(const Terms& terms, const Limits& limits) {
    const std::span<const Cell> safe = level_ ? level_->safe() : constraints_.known_safe();
    const bool any_safe = !safe.empty();
    open(safe);
    if (any_safe) return true;
    return !level_ && (open_by_pairs() || advance_exactly(terms.mine_count, limits));
}

bool CertainPlay::advance_exactly(bool by_mine_count, const Limits& limits) {
    if (!counting_) certain_.reset(constraints_);
    counting_ = true;
    const bool any_safe = certain_.find(constraints_, limits);
    if (!any_safe && !(by_mine_count && certain_.find_by_mine_count(constraints_, mines_, limits)))
        return false;
    open(certain_.safe());
    mark_mines(certain_.mines());
    return true;
}

bool CertainPlay::open_by_pairs() {
    safe_.clear();
    for (Cell number; safe_.empty() && (number = constraints_.take_dirty()) != kNoCell;)
        pairs_.find_safe(constraints_, number, safe_);
    open(safe_);
    return !safe_.empty();
}

void CertainPlay::open(std::span<const Cell> cells) {
    move_cells_.clear();
    for (Cell cell : cells)
        uncover(cell);
    cascade();
    move_numbers_.clear();
    for (Cell cell : move_cells_)
        move_numbers_.push_back(numbers_[cell]);
    constraints_.reveal(move_cells_, move_numbers_);
    if (level_ && !move_cells_.empty()) level_->follow(marks_, move_cells_);
}

void CertainPlay::uncover(Cell cell) {
    if (marks_[cell] != kHidden) return;
    marks_[cell] = numbers_[cell];
    --safe_left_;
    move_cells_.push_back(cell);
}

void CertainPlay::cascade() {
    for (std::size_t next = 0; next < move_cells_.size(); ++next) {
        if (numbers_[move_cells_[next]] != 0) continue;
        for (Cell other : constraints_.topology().neighbours(move_cells_[next]))
            uncover(other);
    }
}

// Marks known mines in the constraints as if they had exploded.
void CertainPlay::mark_mines(std::span<const Cell> cells) {
    for (Cell cell : cells) {
        if (constraints_.undecided(cell)) constraints_.explode(cell);
    }
}

}  // namespace sapper

#include "minefields/adjust.hpp"

#include <algorithm>
#include <utility>

namespace sapper {

Adjuster::Adjuster(std::shared_ptr<const Topology> topology) : topology_(std::move(topology)) {}

bool Adjuster::make_fair(std::vector<std::uint8_t>& mined, Cell start, const Terms& terms,
                         std::uint32_t rounds, Random& random, CertainPlay& play, const Limits& limits) {
    for (std::uint32_t round = 0;; ++round) {
        if (limits.poll) limits.poll();
        play.load(mined, start);
        if (play.clears(terms, limits)) return true;
        if (round == rounds) return false;
        settle(mined, play.constraints(), random);
    }
}

void Adjuster::settle(std::vector<std::uint8_t>& mined, const Constraints& constraints, Random& random) {
    numbers_.clear();
    sea_.clear();
    for (Cell cell = 0; cell < mined.size(); ++cell) {
        if (constraints.live(cell)) numbers_.push_back(cell);
        if (constraints.at_sea(cell)) sea_.push_back(cell);
    }
    if (numbers_.empty()) {
        open_wall(mined, constraints, random);
    } else {
        settle_number(mined, constraints, random);
    }
}

void Adjuster::settle_number(std::vector<std::uint8_t>& mined, const Constraints& constraints,
                             Random& random) {
    const Cell number = random.one_of(numbers_);
    cells_.clear();
    frontier_.clear();
    for (Cell cell : topology_->neighbours(number)) {
        if (constraints.undecided(cell)) cells_.push_back(cell);
    }
    for (Cell cell = 0; cell < mined.size(); ++cell) {
        if (constraints.in_frontier(cell) && !std::ranges::binary_search(cells_, cell))
            frontier_.push_back(cell);
    }
    // All mines or none, whichever changes less; if equal, a random choice.
    const std::int32_t mines = constraints.need(number);
    const std::int32_t free = constraints.undecided_around(number) - mines;
    const bool fill = mines == free ? random.below(2) == 0 : mines > free;
    if (change_all(mined, fill ? 1 : 0, random) == 0) take_from_wall(mined, constraints, random);
}

// Sets all cells to be settled to the value, as far as other cells can be exchanged for them. Returns how
// many changed.
std::size_t Adjuster::change_all(std::vector<std::uint8_t>& mined, std::uint8_t value, Random& random) {
    const auto other = static_cast<std::uint8_t>(1 - value);
    std::size_t changed = 0;
    for (Cell cell : cells_) {
        if (mined[cell] == value) continue;
        if (!give(mined, other, sea_, random) && !give(mined, other, frontier_, random)) break;
        mined[cell] = value;
        ++changed;
    }
    return changed;
}

// No hidden cell elsewhere can take part, so a known mine moves in.
void Adjuster::take_from_wall(std::vector<std::uint8_t>& mined, const Constraints& constraints,
                              Random& random) {
    list_wall(mined, constraints);
    if (!wall_.empty() && give(mined, 1, cells_, random)) mined[random.one_of(wall_)] = 0;
}

// Known mines enclose every cell that could still be opened, so one of those mines moves behind them.
void Adjuster::open_wall(std::vector<std::uint8_t>& mined, const Constraints& constraints, Random& random) {
    cells_ = sea_;
    take_from_wall(mined, constraints, random);
}

// Lists the known mines next to cells to be settled; if there are none, all known mines.
void Adjuster::list_wall(const std::vector<std::uint8_t>& mined, const Constraints& constraints) {
    const auto known = [&](Cell cell) { return mined[cell] != 0 && !constraints.undecided(cell); };
    wall_.clear();
    for (Cell cell : cells_) {
        for (Cell other : topology_->neighbours(cell)) {
            if (known(other)) wall_.push_back(other);
        }
    }
    if (!wall_.empty()) return;
    for (Cell cell = 0; cell < mined.size(); ++cell) {
        if (known(cell)) wall_.push_back(cell);
    }
}

// Sets one of the cells with the other value to this one. False when there is none.
bool Adjuster::give(std::vector<std::uint8_t>& mined, std::uint8_t value, const std::vector<Cell>& cells,
                    Random& random) {
    places_.clear();
    std::copy_if(cells.begin(), cells.end(), std::back_inserter(places_),
                 [&](Cell cell) { return mined[cell] != value; });
    if (places_.empty()) return false;
    mined[random.one_of(places_)] = value;
    return true;
}

}  // namespace sapper

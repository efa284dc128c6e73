#include "minefields/adjust.hpp"

#include <algorithm>

namespace sapper {

namespace {

class Adjuster {
  public:
    // The constraints are those after all certain moves.
    Adjuster(std::vector<std::uint8_t>& mined, const Constraints& constraints, Random& random)
        : mined_(mined), constraints_(constraints), topology_(constraints.topology()), random_(random) {}

    void settle() {
        numbers_.clear();
        sea_.clear();
        for (Cell cell = 0; cell < mined_.size(); ++cell) {
            if (constraints_.live(cell)) numbers_.push_back(cell);
            if (constraints_.at_sea(cell)) sea_.push_back(cell);
        }
        if (numbers_.empty()) {
            open_wall();
        } else {
            settle_number();
        }
    }

  private:
    void settle_number() {
        const Cell number = random_.one_of(numbers_);
        cells_.clear();
        frontier_.clear();
        for (Cell cell : topology_.neighbours(number)) {
            if (constraints_.undecided(cell)) cells_.push_back(cell);
        }
        for (Cell cell = 0; cell < mined_.size(); ++cell) {
            if (constraints_.in_frontier(cell) && !std::ranges::binary_search(cells_, cell))
                frontier_.push_back(cell);
        }
        // All mines or none, whichever changes fewer cells. If that is equal, chooses at random.
        const std::int32_t mines = constraints_.need(number);
        const std::int32_t free = constraints_.undecided_around(number) - mines;
        const bool fill = mines == free ? random_.below(2) == 0 : mines > free;
        if (change_all(fill ? 1 : 0) == 0) take_from_wall();
    }

    // Sets all cells to be settled to the value, as long as another cell can take the opposite change.
    // Returns how many changed.
    std::size_t change_all(std::uint8_t value) {
        const auto other = static_cast<std::uint8_t>(1 - value);
        std::size_t changed = 0;
        for (Cell cell : cells_) {
            if (mined_[cell] == value) continue;
            if (!give(other, sea_) && !give(other, frontier_)) break;
            mined_[cell] = value;
            ++changed;
        }
        return changed;
    }

    // If no hidden cell elsewhere can be exchanged, moves a known mine in.
    void take_from_wall() {
        list_wall();
        if (!wall_.empty() && give(1, cells_)) mined_[random_.one_of(wall_)] = 0;
    }

    // If known mines enclose all other closed cells, moves one of these mines in behind them.
    void open_wall() {
        cells_ = sea_;
        take_from_wall();
    }

    // Lists the known mines next to cells to be settled; if there are none, all known mines.
    void list_wall() {
        const auto known = [&](Cell cell) { return mined_[cell] != 0 && !constraints_.undecided(cell); };
        wall_.clear();
        for (Cell cell : cells_) {
            for (Cell other : topology_.neighbours(cell)) {
                if (known(other)) wall_.push_back(other);
            }
        }
        if (!wall_.empty()) return;
        for (Cell cell = 0; cell < mined_.size(); ++cell) {
            if (known(cell)) wall_.push_back(cell);
        }
    }

    // Sets one of the cells that have the other value to this value. False if there is none.
    bool give(std::uint8_t value, const std::vector<Cell>& cells) {
        places_.clear();
        std::copy_if(cells.begin(), cells.end(), std::back_inserter(places_),
                     [&](Cell cell) { return mined_[cell] != value; });
        if (places_.empty()) return false;
        mined_[random_.one_of(places_)] = value;
        return true;
    }

    std::vector<std::uint8_t>& mined_;
    const Constraints& constraints_;
    const Topology& topology_;
    Random& random_;
    std::vector<Cell> numbers_;  // live ones
    std::vector<Cell> sea_;
    std::vector<Cell> frontier_;  // frontier cells that are not being settled
    std::vector<Cell> cells_;     // cells to settle
    std::vector<Cell> wall_;
    std::vector<Cell> places_;
};

}  // namespace

bool make_fair(std::vector<std::uint8_t>& mined, Cell start, const Terms& terms, std::uint32_t rounds,
               Random& random, CertainPlay& play, const Limits& limits) {
    Adjuster adjuster(mined, play.constraints(), random);
    for (std::uint32_t round = 0;; ++round) {
        if (limits.poll) limits.poll();
        play.load(mined, start);
        if (play.clears(terms, limits)) return true;
        if (round == rounds) return false;
        adjuster.settle();
    }
}

}  // namespace sapper

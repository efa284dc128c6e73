#include "strategy/even_chances.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

namespace {

constexpr std::size_t kMostOdd = 3;
// Below this an even chance is not worth counting.
constexpr double kLeastProbability = 0.004;

using Standing = Constraints::Standing;

bool is_mine(Standing standing) {
    return standing == Standing::mine || standing == Standing::exploded;
}

}  // namespace

EvenChances::EvenChances(const Topology& topology) : topology_(topology), share_(topology.size(), 0) {}

void EvenChances::find(Inference& inference, bool squares) {
    for (Cell cell : cells_)
        share_[cell] = 0;
    cells_.clear();
    frontier_.clear();
    const Constraints& constraints = inference.constraints();
    inference.for_each_frontier_group([&](std::span<const Cell> cells, double) {
        frontier_.insert(frontier_.end(), cells.begin(), cells.end());
    });
    std::ranges::sort(frontier_);
    const bool grid = topology_.kind() == Topology::Kind::grid && topology_.shape().size() == 2;
    const auto columns = grid ? static_cast<Cell>(topology_.shape()[1]) : 0;
    for (Cell cell : frontier_) {
        for (Cell other : topology_.neighbours(cell)) {
            if (!constraints.undecided(other) || (other < cell && constraints.in_frontier(other))) continue;
            consider(inference, {{cell, kNoCell}, {other, kNoCell}, 1});
        }
        if (!grid || !squares) continue;
        for (const Cell corner : {cell, cell - 1, cell - columns, cell - columns - 1}) {
            if (corner >= topology_.size() || corner % columns + 1 == columns) continue;
            const Cell below = corner + columns;
            if (below + 1 >= topology_.size()) continue;
            if (!constraints.undecided(corner) || !constraints.undecided(corner + 1) ||
                !constraints.undecided(below) || !constraints.undecided(below + 1)) {
                continue;
            }
            consider(inference, {{corner, below + 1}, {corner + 1, below}, 2});
        }
    }
}

// False when an open number, or too many undecided cells, tell the sides apart.
bool EvenChances::collect_odd(const Constraints& constraints, const Sides& sides) {
    odd_.clear();
    const auto inside = [&](Cell cell) {
        for (std::size_t i = 0; i < sides.size; ++i) {
            if (sides.one[i] == cell || sides.other[i] == cell) return true;
        }
        return false;
    };
    const auto touches = [&](Cell from, const std::array<Cell, 2>& side) {
        std::size_t count = 0;
        for (Cell other : topology_.neighbours(from)) {
            for (std::size_t i = 0; i < sides.size; ++i)
                count += side[i] == other;
        }
        return count;
    };
    for (std::size_t i = 0; i < sides.size; ++i) {
        for (const Cell member : {sides.one[i], sides.other[i]}) {
            for (Cell cell : topology_.neighbours(member)) {
                const Standing standing = constraints.standing(cell);
                if (is_mine(standing) || inside(cell)) continue;
                if (touches(cell, sides.one) == touches(cell, sides.other)) continue;
                if (standing != Standing::undecided) return false;
                if (std::ranges::find(odd_, cell) != odd_.end()) continue;
                if (odd_.size() == kMostOdd) return false;
                odd_.push_back(cell);
            }
        }
    }
    return true;
}

void EvenChances::consider(Inference& inference, const Sides& sides) {
    if (!collect_odd(inference.constraints(), sides)) return;
    double most = 1;
    const auto expect_mine = [&](Cell cell) { most = std::min(most, inference.about(cell).mine_probability); };
    for (std::size_t i = 0; i < sides.size; ++i)
        expect_mine(sides.one[i]);
    double product = most;
    for (Cell cell : odd_) {
        expect_mine(cell);
        product *= inference.about(cell).mine_probability;
    }
    if (most < kLeastProbability || product < kLeastProbability) return;
    const double share = probability(inference, sides);
    if (share < kLeastProbability) return;
    for (std::size_t i = 0; i < sides.size; ++i) {
        raise(sides.one[i], share);
        raise(sides.other[i], share);
    }
}

double EvenChances::probability(Inference& inference, const Sides& sides) {
    const double all = inference.log_configurations();
    double share = 0;
    inference.push();
    for (Cell cell : odd_)
        if (inference.constraints().consistent() && inference.constraints().standing(cell) == Standing::undecided) inference.explode(cell);
    for (std::size_t i = 0; i < sides.size; ++i)
        if (inference.constraints().consistent() && inference.constraints().standing(sides.one[i]) == Standing::undecided)
            inference.explode(sides.one[i]);
    bool fits = inference.possible();
    const auto settled_wrong = [&](Cell cell, bool mine) {
        const Standing standing = inference.constraints().standing(cell);
        return mine ? standing == Standing::safe : standing == Standing::mine;
    };
    if (fits) {
        for (Cell cell : odd_) fits = fits && !settled_wrong(cell, true);
        for (std::size_t i = 0; i < sides.size; ++i)
            fits = fits && !settled_wrong(sides.one[i], true) && !settled_wrong(sides.other[i], false);
    }
    if (fits) {
        share = std::exp(inference.log_configurations() - all);
        // Of the other side both cells are safe; that neither is independent of the other matters little.
        for (std::size_t i = 0; i < sides.size; ++i)
            share *= 1 - inference.about(sides.other[i]).mine_probability;
    }
    inference.pop();
    return share;
}

void EvenChances::raise(Cell cell, double share) {
    if (share_[cell] == 0) cells_.push_back(cell);
    share_[cell] = std::max(share_[cell], share);
}

}  // namespace sapper

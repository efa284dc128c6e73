#include "strategy/policies/even_chances.hpp"

#include <algorithm>
#include <cmath>

#include "util/lists.hpp"

namespace sapper {

namespace {

constexpr std::size_t kMostOdd = 3;
// Even chances below this probability are not worth counting.
constexpr double kLeastProbability = 0.004;

bool contains(std::span<const Cell> cells, Cell cell) {
    return std::ranges::find(cells, cell) != cells.end();
}

}  // namespace

void EvenChances::find(Inference& inference) {
    for (Cell cell : cells_)
        share_[cell] = 0;
    cells_.clear();
    frontier_.clear();
    inference.for_each_frontier_group([&](std::span<const Cell> cells, double) { append(frontier_, cells); });
    std::ranges::sort(frontier_);
    for (Cell cell : frontier_) {
        consider_pairs(inference, cell);
        consider_squares(inference, cell);
    }
}

void EvenChances::consider_pairs(Inference& inference, Cell cell) {
    const Constraints& constraints = inference.constraints();
    for (Cell other : topology_.neighbours(cell)) {
        const bool seen = other < cell && constraints.in_frontier(other);
        if (constraints.undecided(other) && !seen) consider(inference, {{cell}, {other}, 1});
    }
}

// Considers the squares with a corner at the cell.
void EvenChances::consider_squares(Inference& inference, Cell cell) {
    if (topology_.kind() != Topology::Kind::grid || topology_.shape().size() != 2) return;
    const Constraints& constraints = inference.constraints();
    const std::size_t columns = topology_.shape()[1];
    for (const std::size_t back : {std::size_t{0}, std::size_t{1}, columns, columns + 1}) {
        if (cell < back) continue;
        const auto corner = static_cast<Cell>(cell - back);
        const auto below = static_cast<Cell>(corner + columns);
        if (corner % columns + 1 == columns || below + 1 >= topology_.size()) continue;
        const std::array<Cell, 4> square{corner, corner + 1, below, below + 1};
        if (!contains(square, cell)) continue;
        if (!std::ranges::all_of(square, [&](Cell at) { return constraints.undecided(at); })) continue;
        consider(inference, {{square[0], square[3]}, {square[1], square[2]}, 2});
    }
}

void EvenChances::consider(Inference& inference, const Sides& sides) {
    if (!find_odd(inference.constraints(), sides) || !may_matter(inference, sides)) return;
    const double share = probability(inference, sides);
    if (share < kLeastProbability) return;
    for (const auto& side : {sides.mined(), sides.spared()}) {
        for (Cell cell : side)
            raise(cell, share);
    }
}

// Finds the odd neighbours. False when an open number, or too many undecided cells, distinguish the sides.
bool EvenChances::find_odd(const Constraints& constraints, const Sides& sides) {
    odd_.clear();
    const auto touches = [&](Cell from, std::span<const Cell> side) {
        return std::ranges::count_if(topology_.neighbours(from), [&](Cell at) { return contains(side, at); });
    };
    for (const auto& side : {sides.mined(), sides.spared()}) {
        for (Cell member : side) {
            for (Cell cell : topology_.neighbours(member)) {
                if (constraints.known_mine(cell) || contains(sides.mined(), cell) ||
                    contains(sides.spared(), cell))
                    continue;
                if (touches(cell, sides.mined()) == touches(cell, sides.spared()) || contains(odd_, cell))
                    continue;
                if (!constraints.undecided(cell) || odd_.size() == kMostOdd) return false;
                odd_.push_back(cell);
            }
        }
    }
    return true;
}

// A cheap upper bound: most pairs are too unlikely to be counted.
bool EvenChances::may_matter(Inference& inference, const Sides& sides) const {
    double likely = 1;
    for (Cell cell : sides.mined())
        likely = std::min(likely, inference.about(cell).mine_probability);
    for (Cell cell : odd_)
        likely = std::min(likely, inference.about(cell).mine_probability);
    return likely >= kLeastProbability;
}

// The probability that all odd cells and one side are mines and the other side is safe. Half of those games
// are lost.
double EvenChances::probability(Inference& inference, const Sides& sides) const {
    const double all = inference.log_configurations();
    const Constraints& constraints = inference.constraints();
    double share = 0;
    inference.push();
    bool fits = true;
    const auto assume_mine = [&](Cell cell) {
        fits = fits && constraints.consistent() && constraints.state(cell) != Constraints::CellState::safe;
        if (fits && constraints.undecided(cell)) inference.explode(cell);
    };
    for (Cell cell : odd_)
        assume_mine(cell);
    for (Cell cell : sides.mined())
        assume_mine(cell);
    if (fits && inference.possible()) {
        share = std::exp(inference.log_configurations() - all);
        // Treats the cells of the other side as independent, which matters little.
        for (Cell cell : sides.spared())
            share *= 1 - inference.about(cell).mine_probability;
    }
    inference.pop();
    return share;
}

void EvenChances::raise(Cell cell, double share) {
    if (share_[cell] == 0) cells_.push_back(cell);
    share_[cell] = std::max(share_[cell], share);
}

}  // namespace sapper

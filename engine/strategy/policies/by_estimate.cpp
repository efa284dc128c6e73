#include "strategy/policies/by_estimate.hpp"

#include <algorithm>
#include <limits>

#include "strategy/policies/by_lot.hpp"
#include "util/equal_risk.hpp"

namespace sapper {

namespace {

double ratio(std::uint32_t mines, std::size_t cells) {
    return static_cast<double>(mines) / static_cast<double>(cells);
}

// One of the cells with the least estimate, by lot.
template <typename Estimate>
Guess least(const std::vector<Cell>& cells, Estimate estimate, Random& random) {
    double best = std::numeric_limits<double>::infinity();
    for (Cell cell : cells)
        best = std::min(best, estimate(cell));
    std::vector<Cell> equal;
    std::copy_if(cells.begin(), cells.end(), std::back_inserter(equal),
                 [&](Cell cell) { return !is_riskier(estimate(cell), best); });
    return {draw(equal, random), best};
}

}  // namespace

Guess ByDensity::pick(const Outlook& outlook) {
    guessable_cells(outlook, cells_);
    const std::vector<Mark>& marks = outlook.game.marks();
    const auto hidden = static_cast<std::size_t>(std::count_if(marks.begin(), marks.end(), is_hidden));
    const std::uint32_t known = static_cast<std::uint32_t>(hidden - cells_.size()) + outlook.game.exploded();
    const std::uint32_t mines = outlook.game.mines();
    estimates_.assign(marks.size(), ratio(mines - std::min(known, mines), cells_.size()));
    outlook.level->for_each_item([this](const Item& item) {
        for (Cell cell : item.cells)
            estimates_[cell] = std::max(estimates_[cell], ratio(item.least, item.cells.size()));
    });
    return least(cells_, [this](Cell cell) { return estimates_[cell]; }, outlook.random);
}

Guess ByMeanRatio::pick(const Outlook& outlook) {
    guessable_cells(outlook, cells_);
    sums_.assign(outlook.size(), 0);
    items_.assign(outlook.size(), 0);
    outlook.level->for_each_item([this](const Item& item) {
        if (item.least != item.most) return;
        for (Cell cell : item.cells) {
            sums_[cell] += ratio(item.least, item.cells.size());
            ++items_[cell];
        }
    });
    const auto in_some = [this](Cell cell) { return items_[cell] > 0; };
    if (std::none_of(cells_.begin(), cells_.end(), in_some)) {
        return {draw(cells_, outlook.random), std::numeric_limits<double>::quiet_NaN()};
    }
    std::erase_if(cells_, [&](Cell cell) { return !in_some(cell); });
    return least(cells_, [this](Cell cell) { return sums_[cell] / items_[cell]; }, outlook.random);
}

Guess CornersThenEdges::pick(const Outlook& outlook) {
    guessable_cells(outlook, cells_);
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    const Cell corner = any(outlook, [this](Cell cell) { return borders_.is_corner(cell); });
    if (corner != kNoCell) return {corner, kUnknown};
    const Cell edge = any(outlook, [this](Cell cell) { return borders_.is_edge(cell); });
    if (edge != kNoCell) return {edge, kUnknown};
    return otherwise_.pick(outlook);
}

template <typename Wanted>
Cell CornersThenEdges::any(const Outlook& outlook, Wanted wanted) const {
    std::vector<Cell> found;
    std::copy_if(cells_.begin(), cells_.end(), std::back_inserter(found), wanted);
    return found.empty() ? kNoCell : draw(found, outlook.random);
}

}  // namespace sapper

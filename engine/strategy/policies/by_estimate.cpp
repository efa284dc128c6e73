// Policies that estimate risks by rules of thumb from the conclusions of the level, and take the cell of
// least risk. They count no configurations and break ties at random.
#include <algorithm>
#include <limits>

#include "strategy/policies/policy.hpp"
#include "util/floats.hpp"

namespace sapper {

namespace {

double ratio(std::uint32_t mines, std::size_t cells) {
    return static_cast<double>(mines) / static_cast<double>(cells);
}

// One of the cells with the least estimate, at random.
template <typename Estimate>
CellRisk least(const std::vector<Cell>& cells, Estimate estimate, Random& random) {
    double best = std::numeric_limits<double>::infinity();
    for (Cell cell : cells)
        best = std::min(best, estimate(cell));
    std::vector<Cell> equal;
    std::copy_if(cells.begin(), cells.end(), std::back_inserter(equal),
                 [&](Cell cell) { return !is_riskier(estimate(cell), best); });
    return {random.one_of(equal), best};
}

// The estimate of a cell begins with the density: the unknown mines divided by the hidden cells that are not
// known mines. Each item raises its cells to at least its mines over its size.
class ByDensity final : public Policy {
  public:
    Needs needs() const override { return Needs::level; }
    bool needs_mine_count() const override { return true; }

    CellRisk pick(const Outlook& outlook) override {
        look(outlook);
        return least(cells_, [this](Cell cell) { return estimates_[cell]; }, outlook.random);
    }

    void estimate(const Outlook& outlook, std::span<double> risks) override {
        look(outlook);
        for (Cell cell : cells_)
            risks[cell] = estimates_[cell];
    }

  private:
    void look(const Outlook& outlook) {
        outlook.list_guessable(cells_);
        const std::vector<Mark>& marks = outlook.game.marks();
        const auto hidden = static_cast<std::size_t>(std::count_if(marks.begin(), marks.end(), is_hidden));
        const std::uint32_t known_mines =
            static_cast<std::uint32_t>(hidden - cells_.size()) + outlook.game.exploded();
        const std::uint32_t mines = outlook.game.mines();
        estimates_.assign(marks.size(), ratio(mines - std::min(known_mines, mines), cells_.size()));
        outlook.level->for_each_item([this](const Item& item) {
            for (Cell cell : item.cells)
                estimates_[cell] = std::max(estimates_[cell], ratio(item.least, item.cells.size()));
        });
    }

    std::vector<double> estimates_;
    std::vector<Cell> cells_;
};

// The estimate of a cell is the mean, over the exact items that hold it, of mines over size. Takes a cell in
// an item if there is one. Otherwise draws any cell at random.
class ByMeanRatio final : public Policy {
  public:
    Needs needs() const override { return Needs::level; }

    CellRisk pick(const Outlook& outlook) override {
        look(outlook);
        const auto in_none = [this](Cell cell) { return items_[cell] == 0; };
        if (std::all_of(cells_.begin(), cells_.end(), in_none))
            return {outlook.random.one_of(cells_), kNotKnown};
        std::erase_if(cells_, in_none);
        return least(cells_, [this](Cell cell) { return mean(cell); }, outlook.random);
    }

    void estimate(const Outlook& outlook, std::span<double> risks) override {
        look(outlook);
        for (Cell cell : cells_) {
            if (items_[cell] > 0) risks[cell] = mean(cell);
        }
    }

  private:
    void look(const Outlook& outlook) {
        outlook.list_guessable(cells_);
        sums_.assign(outlook.size(), 0);
        items_.assign(outlook.size(), 0);
        outlook.level->for_each_item([this](const Item& item) {
            if (item.least != item.most) return;
            for (Cell cell : item.cells) {
                sums_[cell] += ratio(item.least, item.cells.size());
                ++items_[cell];
            }
        });
    }

    double mean(Cell cell) const { return sums_[cell] / items_[cell]; }

    std::vector<double> sums_;
    std::vector<std::uint32_t> items_;
    std::vector<Cell> cells_;
};

// Takes hidden corners, then hidden edges, then decides by the mean ratio.
class CornersThenEdges final : public Policy {
  public:
    explicit CornersThenEdges(const Topology& topology) : borders_(topology) {}

    Needs needs() const override { return Needs::level; }

    CellRisk pick(const Outlook& outlook) override {
        outlook.list_guessable(cells_);
        const Cell corner = any(outlook, [this](Cell cell) { return borders_.is_corner(cell); });
        if (corner != kNoCell) return {corner, kNotKnown};
        const Cell edge = any(outlook, [this](Cell cell) { return borders_.is_edge(cell); });
        if (edge != kNoCell) return {edge, kNotKnown};
        return otherwise_.pick(outlook);
    }

    void estimate(const Outlook& outlook, std::span<double> risks) override {
        otherwise_.estimate(outlook, risks);
    }

  private:
    template <typename Region>
    Cell any(const Outlook& outlook, Region is_in_region) const {
        std::vector<Cell> matches;
        std::copy_if(cells_.begin(), cells_.end(), std::back_inserter(matches), is_in_region);
        return matches.empty() ? kNoCell : outlook.random.one_of(matches);
    }

    Borders borders_;
    ByMeanRatio otherwise_;
    std::vector<Cell> cells_;
};

}  // namespace

std::unique_ptr<Policy> by_density() {
    return std::make_unique<ByDensity>();
}

std::unique_ptr<Policy> by_mean_ratio() {
    return std::make_unique<ByMeanRatio>();
}

std::unique_ptr<Policy> corners_then_edges(const Topology& topology) {
    return std::make_unique<CornersThenEdges>(topology);
}

}  // namespace sapper

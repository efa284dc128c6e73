// The counted configurations of one component: the sweep of its groups. A state is what the open constraints
// still need; its row holds, for every number of mines used so far, the number of ways to get there. Rows
// that agree in state are one row. A sweep is immutable and keeps its rows, so that marginals for any
// weighting of the component's mine count cost one pass backward. Values are doubles with a power of two per
// layer; they are sums of positive products, accurate to a few units in the last place, and a value is zero
// only where no configuration exists, whatever its size: scaling never rounds a positive value to zero.
//
// A sampled sweep knows a part of its states only. Its ways are random numbers with the right means, and
// nothing but ways() and draw() has a meaning.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "board/random.hpp"
#include "inference/components/component.hpp"
#include "inference/sweep/value_blocks.hpp"
#include "util/limits.hpp"

namespace sapper {

// What a cell can be in some configuration of its component, whatever the mine count of the board.
struct Possibilities {
    bool mine = false;
    bool safe = false;
};

// Of any one cell of a group, in the configurations that have a positive weight.
struct Marginal {
    double mine_probability;
    bool can_be_mine;
    bool can_be_safe;

    // Zero and one are for certain cells; what only rounding brings there is held just beside them.
    double risk() const {
        constexpr double kLeast = std::numeric_limits<double>::min();
        constexpr double kMost = 1 - std::numeric_limits<double>::epsilon() / 2;
        if (!can_be_mine) return 0;
        if (!can_be_safe) return 1;
        return std::clamp(mine_probability, kLeast, kMost);
    }
};

// Of one group: cells whose mines are counted apart, and cells that are to hold none.
struct Marking {
    std::uint32_t group;
    std::uint32_t marked;
    std::uint32_t closed;
};

class Sweep {
  public:
    // Stands for a component that is too large to count; what is known of its groups is what was proved.
    static Sweep uncounted(const Component& component, std::vector<Possibilities> possibilities);

    // False when no configuration satisfies the constraints; nothing else may then be asked.
    bool possible() const { return counts_ > 0 || !counted(); }
    // False when the component is too large: of the rest only possibilities and the component itself may then
    // be asked.
    bool counted() const { return uncounted_ == nullptr; }
    const Component& component() const { return *uncounted_; }
    std::uint32_t least_mines() const { return least_mines_; }
    // Ways to place least_mines(), least_mines() + 1, ... mines, each times 2^-exponent().
    std::span<const double> ways() const {
        return counts_ == 0 ? std::span<const double>() : std::span(values_of(layers_.size() - 1), counts_);
    }
    std::int64_t exponent() const { return exponent_; }
    // Per group of the component.
    std::span<const Possibilities> possibilities() const { return possibilities_; }
    // The first group that is safe in every configuration, where there is one.
    bool has_safe_group() const { return safe_group_ < possibilities_.size(); }
    std::size_t safe_group() const { return safe_group_; }

    // One marginal for each group of the component. `weights[i]` is the weight of least_mines() + i mines,
    // zero where the rest of the board forbids it; at least one must be positive and meet positive ways.
    std::vector<Marginal> marginals(std::span<const double> weights, const Limits& limits) const;
    // For each number of mines in the marked cells, the ways to place least_mines(), least_mines() + 1, ...
    // mines with none in the closed cells; all up to a common factor. One sweep from the first group
    // concerned on.
    std::vector<std::vector<double>> ways_by_marked(std::span<const Marking> markings,
                                                    const Limits& limits) const;
    // Draws one configuration of least_mines() + `more` mines, all equally likely: how many mines lie in each
    // group. That many mines must have ways.
    std::vector<std::uint32_t> draw(std::size_t more, Random& random, const Limits& limits = {}) const;
    // The exact numbers of ways modulo a prime below 2^31.
    std::vector<std::uint32_t> ways_modulo(std::uint32_t prime, const Limits& limits) const;

    // What the sweep keeps in memory, in doubles.
    std::size_t stored_values() const { return values_.size() + targets_.size() / 2 + 3 * rows_.size(); }

  private:
    friend class SweepBuilder;

    static constexpr std::uint32_t kLeftOut = UINT32_MAX;  // a target that a sampled sweep did not keep

    struct Row {
        std::uint32_t first;         // of its values among those of the layer
        std::uint32_t low;           // mines used at the first value
        std::uint32_t length;        // of its values
        std::uint32_t first_target;  // of its transitions in targets_
        std::uint32_t least;         // mines in the group by the first transition
        std::uint32_t targets;       // transitions, one mine more each
    };
    // Layer t lies before the group of step t; the last one after all groups.
    struct Layer {
        ValueBlocks::Place values;
        std::uint32_t rows_end;
        std::uint32_t group;
        std::uint32_t size;
        std::uint32_t choose;  // where in choose_ the binomials of an untabled size begin
    };

    std::span<const Row> rows_of(std::size_t layer) const {
        const std::uint32_t first = layer == 0 ? 0 : layers_[layer - 1].rows_end;
        return std::span(rows_).subspan(first, layers_[layer].rows_end - first);
    }
    const double* values_of(std::size_t layer) const { return values_.at(layers_[layer].values); }
    std::size_t length_of(std::size_t layer) const { return length_of(rows_of(layer)); }
    static std::size_t length_of(std::span<const Row> rows) { return rows.back().first + rows.back().length; }
    const double* binomials_of(const Layer& layer) const;
    void find_safe_group();

    std::vector<Layer> layers_;
    std::vector<Row> rows_;
    ValueBlocks values_;
    std::vector<std::uint32_t> targets_;  // rows of the next layer, counted from its first
    std::vector<double> choose_;
    std::vector<Possibilities> possibilities_;
    std::size_t safe_group_ = 0;
    std::uint32_t least_mines_ = 0;
    std::uint32_t counts_ = 0;  // of mines, from the least on
    std::int64_t exponent_ = 0;
    std::shared_ptr<const Component> uncounted_;
};

}  // namespace sapper

// The configurations of one component, counted by dynamic programming over its groups (a sweep). A state says
// what every open constraint still needs. Its row holds, for every number of mines used so far, the number of
// ways to reach it. A sweep never changes and keeps all rows, so marginals for any weights of the component's
// mine counts cost one backward pass. Values are doubles, scaled by a power of two now and then. They are
// sums of positive products, accurate to a few units in the last place. A value is zero only if no
// configuration exists: scaling never rounds a positive value to zero.
//
// A sampled sweep keeps only some states. Its ways are random numbers with the right means. Only possible(),
// least_mines(), ways(), exponent() and draw() have a meaning for it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "inference/components.hpp"
#include "inference/sweep_storage.hpp"
#include "util/limits.hpp"
#include "util/random.hpp"

namespace sapper {

// Whether a cell can be a mine, and whether it can be safe, in some configuration of its component, whatever
// the mine count of the board.
struct Possibilities {
    bool mine = false;
    bool safe = false;
};

// The chances of each cell of a group, over the configurations with a positive weight.
struct Marginal {
    double mine_probability;
    bool can_be_mine;
    bool can_be_safe;

    // The mine probability. Only certain cells have zero or one: if another value rounds to one of these, it
    // moves inside.
    double risk() const {
        constexpr double kLeast = std::numeric_limits<double>::min();
        constexpr double kMost = 1 - std::numeric_limits<double>::epsilon() / 2;
        if (!can_be_mine) return 0;
        if (!can_be_safe) return 1;
        return std::clamp(mine_probability, kLeast, kMost);
    }
};

// Of one group: the number of cells whose mines count apart, and the number of cells that must hold none.
struct Marking {
    std::uint32_t group;
    std::uint32_t marked;
    std::uint32_t closed;
};

class Sweep {
  public:
    // A component that is too large to count. `possibilities` has what is proved of its groups.
    static Sweep uncounted(const Component& component, std::vector<Possibilities> possibilities);

    // False if no configuration satisfies the constraints. Then nothing else may be called.
    bool possible() const { return counts_ > 0 || !counted(); }
    // False if the component is too large to count. Then only possibilities(), has_safe_group() and
    // component() may be called.
    bool counted() const { return uncounted_ == nullptr; }
    const Component& component() const { return *uncounted_; }
    std::uint32_t least_mines() const { return least_mines_; }
    // Ways to place least_mines(), least_mines() + 1, ... mines, each times 2^-exponent().
    std::span<const double> ways() const {
        return counts_ == 0 ? std::span<const double>() : std::span(values_of(layers_.size() - 1), counts_);
    }
    std::int64_t exponent() const { return exponent_; }
    // The base-two logarithm of the number of all ways, roughly.
    double log2_ways() const;
    // For each group of the component.
    std::span<const Possibilities> possibilities() const { return possibilities_; }
    // Whether some group is safe in every configuration.
    bool has_safe_group() const { return has_safe_group_; }

    // One marginal for each group of the component. `weights[i]` is the weight of least_mines() + i mines,
    // zero if the rest of the board forbids it. At least one count with ways must have a positive weight.
    std::vector<Marginal> marginals(std::span<const double> weights, const Limits& limits) const;
    // For each number of mines in the marked cells: the ways to place least_mines(), least_mines() + 1, ...
    // mines with none in the closed cells, all up to a common factor. Costs one sweep from the first marked
    // or closed group on.
    std::vector<std::vector<double>> ways_by_marked(std::span<const Marking> markings,
                                                    const Limits& limits) const;
    // Draws one configuration of least_mines() + `more` mines, all equally likely, and returns the mines in
    // each group. There must be a way to place that many mines.
    std::vector<std::uint32_t> draw(std::size_t more, Random& random, const Limits& limits = {}) const;
    // The exact numbers of ways modulo a prime below 2^31.
    std::vector<std::uint32_t> ways_modulo(std::uint32_t prime, const Limits& limits) const;

    // The memory of the sweep, in doubles.
    std::size_t stored_values() const { return values_.size() + targets_.size() / 2 + 3 * rows_.size(); }

  private:
    friend class SweepBuilder;

    static constexpr std::uint32_t kLeftOut = UINT32_MAX;  // a target that a sampled sweep dropped

    struct Row {
        std::uint32_t first;         // where its values begin among those of the layer
        std::uint32_t low;           // mines used at the first value
        std::uint32_t length;        // of its values
        std::uint32_t first_target;  // where its transitions begin in targets_
        std::uint32_t least;         // mines in the group for the first transition
        std::uint32_t targets;       // number of transitions, each with one mine more
    };
    // A layer of states. Layer t comes before the group of step t, and the last layer after all groups.
    struct Layer {
        ValueBlocks::Place values;
        std::uint32_t rows_end;
        std::uint32_t group;
        std::uint32_t size;
        std::uint32_t choose;  // where the binomials of a size beyond the table begin in choose_
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
    bool has_safe_group_ = false;
    std::uint32_t least_mines_ = 0;
    std::uint32_t counts_ = 0;  // the number of mine counts, from the least on
    std::int64_t exponent_ = 0;
    std::shared_ptr<const Component> uncounted_;
};

}  // namespace sapper

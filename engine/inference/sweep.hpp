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
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "inference/components.hpp"
#include "util/bits.hpp"
#include "util/limits.hpp"
#include "util/random.hpp"

namespace sapper {

// Rows of binomial coefficients: as doubles, each within n units in the last place, and modulo a prime. n is
// at most kMaxDegree, whose largest coefficient still fits a double.

// A table holds the rows up to this one. Only cells of graphs with very many neighbours need larger rows.
inline constexpr std::uint32_t kLastTableRow = 32;

// C(n, 0), ..., C(n, n) for n <= kLastTableRow.
const double* table_row(std::uint32_t n);

// C(n, 0), ..., C(n, n) for any n.
std::vector<double> binomial_row(std::uint32_t n);

// C(n, 0), ..., C(n, n) modulo a prime above n.
std::vector<std::uint32_t> binomial_row_modulo(std::uint32_t n, std::uint32_t prime);

// The states and values that a sweep stores, and how it keeps the values inside the range of a double.

template <std::size_t Words>
using StateKey = std::array<std::uint64_t, Words>;

// The states of one layer of a sweep: packed keys, numbered in the order of first appearance. It compares few
// states one by one, and finds more by hashing.
template <std::size_t Words>
class StateTable {
  public:
    using Key = StateKey<Words>;

    void clear() {
        keys_.clear();
        used_buckets_ = 0;
    }

    // The number of a state. A new state gets the next number.
    std::uint32_t number(const Key& key) {
        if (used_buckets_ == 0) {
            const auto size = static_cast<std::uint32_t>(keys_.size());
            // Finds the state without a branch, because whether it is new cannot be predicted.
            std::uint32_t number = size;
            for (std::uint32_t i = 0; i < size; ++i)
                number = keys_[i] == key ? i : number;
            if (number < size) return number;
            keys_.push_back(key);
            if (keys_.size() > kFew) rehash(8 * kFew);
            return number;
        }
        std::size_t at = hash_of(key) & (used_buckets_ - 1);
        for (; buckets_[at] != 0; at = (at + 1) & (used_buckets_ - 1)) {
            if (keys_[buckets_[at] - 1] == key) return buckets_[at] - 1;
        }
        keys_.push_back(key);
        const auto number = static_cast<std::uint32_t>(keys_.size());
        buckets_[at] = number;
        if (2 * keys_.size() > used_buckets_) rehash(4 * used_buckets_);
        return number - 1;
    }

    const std::vector<Key>& keys() const { return keys_; }

    // Keeps the states with these ascending numbers, renumbers them and drops the others. Call clear() before
    // adding states again.
    void keep(std::span<const std::uint32_t> numbers) {
        for (std::uint32_t i = 0; i < numbers.size(); ++i)
            keys_[i] = keys_[numbers[i]];
        keys_.resize(numbers.size());
    }

  private:
    static constexpr std::size_t kFew = 8;

    void rehash(std::size_t buckets) {
        if (buckets_.size() < buckets) buckets_.resize(buckets);
        used_buckets_ = buckets;
        std::fill_n(buckets_.begin(), buckets, 0U);
        for (std::uint32_t i = 0; i < keys_.size(); ++i) {
            std::size_t at = hash_of(keys_[i]) & (buckets - 1);
            while (buckets_[at] != 0)
                at = (at + 1) & (buckets - 1);
            buckets_[at] = i + 1;
        }
    }

    std::vector<Key> keys_;
    std::vector<std::uint32_t> buckets_;  // 1 + number of the state, or 0
    std::size_t used_buckets_ = 0;        // a power of two, or 0 while there are few states
};

// The values of a sweep, layer after layer. They never move: otherwise a growing sweep would copy them again
// and again, and use three times its memory.
class ValueBlocks {
  public:
    struct Place {
        std::uint32_t block = 0;
        std::uint32_t first = 0;
    };

    // Adds `count` zeros side by side. They stay the newest until the next call.
    Place add(std::size_t count) {
        if (newest().capacity() - newest().size() < count) {
            if (size_ > 0) more_.emplace_back();
            newest().reserve(std::max(count, std::clamp(2 * size_, kFirstBlock, kLargestBlock)));
        }
        std::vector<double>& block = newest();
        const Place place{static_cast<std::uint32_t>(more_.size()), static_cast<std::uint32_t>(block.size())};
        block.resize(block.size() + count, 0.0);
        size_ += count;
        return place;
    }
    // Removes `count` values from the end of the newest ones.
    void give_back(std::size_t count) {
        newest().resize(newest().size() - count);
        size_ -= count;
    }
    double* at(Place place) {
        return (place.block == 0 ? first_ : more_[place.block - 1]).data() + place.first;
    }
    const double* at(Place place) const {
        return (place.block == 0 ? first_ : more_[place.block - 1]).data() + place.first;
    }
    std::size_t size() const { return size_; }
    // Keeps the memory of the first block.
    void clear() {
        first_.clear();
        more_.clear();
        size_ = 0;
    }

  private:
    static constexpr std::size_t kFirstBlock = std::size_t{1} << 10;
    static constexpr std::size_t kLargestBlock = std::size_t{1} << 20;

    std::vector<double>& newest() { return more_.empty() ? first_ : more_.back(); }

    std::vector<double> first_;  // most sweeps have no other
    std::vector<std::vector<double>> more_;
    std::size_t size_ = 0;
};

// Over n cells no count exceeds 2^n, and marginals multiply the counts of both directions and a binomial.
// That product does not overflow if counts are scaled at least once in this many cells.
inline constexpr std::uint32_t kCellsBetweenScalings = 460;

// Divides by 2^exponent. Positive values stay positive.
inline void divide_by_power(std::span<double> values, int exponent) {
    for (double& value : values) {
        if (value > 0) value = std::max(std::ldexp(value, -exponent), std::numeric_limits<double>::min());
    }
}

// Divides by a power of two so that the largest value lies in [0.5, 1), and returns the exponent.
inline int scale_down(std::span<double> values) {
    const double largest = *std::ranges::max_element(values);
    int exponent = 0;
    std::frexp(largest, &exponent);
    divide_by_power(values, exponent);
    return exponent;
}

// Divides all lists by one power of two so that the largest value lies in [0.5, 1).
inline void scale_down_together(std::span<std::vector<double>> lists) {
    double largest = 0;
    for (const std::vector<double>& list : lists)
        largest = std::max(largest, *std::ranges::max_element(list));
    int exponent = 0;
    std::frexp(largest, &exponent);
    for (std::vector<double>& list : lists)
        divide_by_power(list, exponent);
}

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
        constexpr double kLeastRisk = std::numeric_limits<double>::min();
        constexpr double kMostRisk = 1 - std::numeric_limits<double>::epsilon() / 2;
        if (!can_be_mine) return 0;
        if (!can_be_safe) return 1;
        return std::clamp(mine_probability, kLeastRisk, kMostRisk);
    }
};

// Of one group: the number of cells whose mines count apart, and the number of cells that must hold none.
struct Marking {
    std::uint32_t group;
    std::uint32_t apart;
    std::uint32_t mine_free;
};

class Sweep {
  public:
    // A component that is too large to count. `possibilities` has what is proved of its groups.
    static Sweep without_count(const Component& component, std::vector<Possibilities> possibilities);

    // False if no configuration satisfies the constraints. Then nothing else may be called.
    bool possible() const { return counts_ > 0 || !is_counted(); }
    // False if the component is too large to count. Then only possibilities(), has_safe_group() and
    // component() may be called.
    bool is_counted() const { return component_ == nullptr; }
    const Component& component() const { return *component_; }
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
    std::vector<std::vector<double>> ways_by_mines_apart(std::span<const Marking> markings,
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
    std::shared_ptr<const Component> component_;
};

}  // namespace sapper

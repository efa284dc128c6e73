#include "inference/walk.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "inference/binomials.hpp"
#include "inference/walk_plan.hpp"

namespace sapper {

namespace {

// Among n cells no count exceeds 2^n, so up to here nothing overflows between two scalings.
constexpr std::uint32_t kCellsBetweenScalings = 950;

// Divides by a power of two so that the largest value lies in [0.5, 1). Positive values stay positive.
int scale_down(std::span<double> values) {
    const double largest = *std::ranges::max_element(values);
    int exponent = 0;
    std::frexp(largest, &exponent);
    for (double& value : values) {
        if (value > 0) value = std::max(std::ldexp(value, -exponent), std::numeric_limits<double>::min());
    }
    return exponent;
}

template <std::size_t Words>
using Key = std::array<std::uint64_t, Words>;

template <std::size_t Words>
std::size_t hash_of(const Key<Words>& key) {
    std::uint64_t h = 0;
    for (std::uint64_t word : key) {
        h = (h ^ word) * 0x9e3779b97f4a7c15ULL;
        h ^= h >> 32;
    }
    return static_cast<std::size_t>(h);
}

// The states of one layer, numbered in the order they are first met.
template <std::size_t Words>
class StateTable {
  public:
    void clear() {
        keys_.clear();
        std::ranges::fill(buckets_, 0U);
    }

    std::uint32_t number(const Key<Words>& key) {
        if (2 * keys_.size() >= buckets_.size()) grow();
        const std::size_t mask = buckets_.size() - 1;
        for (std::size_t at = hash_of<Words>(key) & mask;; at = (at + 1) & mask) {
            if (buckets_[at] == 0) {
                keys_.push_back(key);
                buckets_[at] = static_cast<std::uint32_t>(keys_.size());
                return buckets_[at] - 1;
            }
            if (keys_[buckets_[at] - 1] == key) return buckets_[at] - 1;
        }
    }

    const std::vector<Key<Words>>& keys() const { return keys_; }

  private:
    void grow() {
        buckets_.assign(2 * buckets_.size(), 0);
        const std::size_t mask = buckets_.size() - 1;
        for (std::uint32_t i = 0; i < keys_.size(); ++i) {
            std::size_t at = hash_of<Words>(keys_[i]) & mask;
            while (buckets_[at] != 0)
                at = (at + 1) & mask;
            buckets_[at] = i + 1;
        }
    }

    std::vector<Key<Words>> keys_;
    std::vector<std::uint32_t> buckets_ = std::vector<std::uint32_t>(16, 0);  // 1 + number of the state, or 0
};

}  // namespace

// Builds the layers of a walk from the first group to the last.
template <std::size_t Words>
class Walk::Forward {
  public:
    Forward(Walk& walk, const Limits& limits) : walk_(walk), limits_(limits), poller_(limits) {}

    // False when some layer has no state left.
    bool run(const WalkPlan& plan) {
        states_.number(Key<Words>{});
        walk_.rows_.push_back({0, 0, 1, 0, 0, 0});
        walk_.values_.push_back(1.0);
        std::uint32_t cells = 0;  // since the last scaling
        for (std::size_t step = 0; step < plan.steps.size(); ++step) {
            const WalkPlan::Step& at = plan.steps[step];
            if (cells + at.size > kCellsBetweenScalings) {
                walk_.exponent_ += scale_down(std::span(walk_.values_).subspan(values_of_layer_));
                cells = 0;
            }
            cells += at.size;
            walk_.layers_.push_back({walk_.rows_.size(), at.group, at.size, choose(at.size)});
            if (!branch(plan.fields_of(step), at.size)) return false;
            accumulate();
        }
        walk_.layers_.push_back({walk_.rows_.size(), 0, 0, 0});
        return true;
    }

  private:
    std::size_t choose(std::uint32_t size) {
        if (size >= choose_of_size_.size()) choose_of_size_.resize(size + 1, SIZE_MAX);
        if (choose_of_size_[size] == SIZE_MAX) {
            choose_of_size_[size] = walk_.choose_.size();
            const std::vector<double> row = binomial_row(size, size);
            walk_.choose_.insert(walk_.choose_.end(), row.begin(), row.end());
        }
        return choose_of_size_[size];
    }

    // Finds the states of the next layer and the range of mines used in each.
    bool branch(std::span<const WalkPlan::Field> fields, std::uint32_t size) {
        Key<Words> opened{};
        Key<Words> one_mine{};
        for (const WalkPlan::Field& field : fields) {
            if (field.opens) opened[field.word] |= std::uint64_t{field.need} << field.shift;
            one_mine[field.word] |= std::uint64_t{1} << field.shift;
        }
        next_.clear();
        first_row_ = walk_.layers_.size() > 1 ? walk_.layers_[walk_.layers_.size() - 2].rows_end : 0;
        next_rows_.clear();
        for (std::size_t i = 0; i < states_.keys().size(); ++i) {
            Key<Words> key = states_.keys()[i];
            for (std::size_t w = 0; w < Words; ++w)
                key[w] |= opened[w];
            std::uint32_t most = size;
            std::uint32_t least = 0;
            for (const WalkPlan::Field& field : fields) {
                const auto need = static_cast<std::uint32_t>((key[field.word] >> field.shift) & field.mask);
                most = std::min(most, need);
                if (need > field.after) least = std::max(least, need - field.after);
            }
            Row& row = walk_.rows_[first_row_ + i];
            row.first_target = walk_.targets_.size();
            row.least = least;
            row.targets = least <= most ? most - least + 1 : 0;
            for (std::size_t w = 0; w < Words; ++w)
                key[w] -= least * one_mine[w];
            for (std::uint32_t mines = least; mines <= most; ++mines) {
                reach(key, row.low + mines, row.length);
                for (std::size_t w = 0; w < Words; ++w)
                    key[w] -= one_mine[w];
            }
            poller_.work(row.targets);
            check_budget(0);
        }
        std::swap(states_, next_);
        return !states_.keys().empty();
    }

    void reach(const Key<Words>& key, std::uint32_t low, std::uint32_t length) {
        const std::uint32_t target = next_.number(key);
        walk_.targets_.push_back(target);
        if (target == next_rows_.size()) {
            next_rows_.push_back({0, low, length, 0, 0, 0});
            return;
        }
        Row& row = next_rows_[target];
        const std::uint32_t end = std::max(row.low + row.length, low + length);
        row.low = std::min(row.low, low);
        row.length = end - row.low;
    }

    // Adds up the ways along all transitions into the new layer.
    void accumulate() {
        std::size_t needed = 0;
        values_of_layer_ = walk_.values_.size();
        for (Row& row : next_rows_) {
            row.first = values_of_layer_ + needed;
            needed += row.length;
        }
        check_budget(needed);
        walk_.values_.resize(values_of_layer_ + needed, 0.0);
        const Layer& layer = walk_.layers_.back();
        const double* choose = walk_.choose_.data() + layer.choose;
        double* values = walk_.values_.data();
        for (std::size_t r = first_row_; r < layer.rows_end; ++r) {
            const Row& row = walk_.rows_[r];
            for (std::uint32_t t = 0; t < row.targets; ++t) {
                const std::uint32_t mines = row.least + t;
                const Row& target = next_rows_[walk_.targets_[row.first_target + t]];
                const double ways = choose[mines];
                const double* from = values + row.first;
                double* to = values + target.first + (row.low + mines - target.low);
                for (std::uint32_t i = 0; i < row.length; ++i)
                    to[i] += ways * from[i];
            }
            poller_.work(std::size_t{row.targets} * row.length);
        }
        walk_.rows_.insert(walk_.rows_.end(), next_rows_.begin(), next_rows_.end());
    }

    void check_budget(std::size_t more_values) const {
        if (walk_.stored_values() + more_values + 5 * next_rows_.size() <= limits_.values) return;
        throw BudgetExceeded("a component of the frontier is too entangled to count within the budget of " +
                             std::to_string(limits_.values) + " stored values");
    }

    Walk& walk_;
    const Limits& limits_;
    Poller poller_;
    StateTable<Words> states_;
    StateTable<Words> next_;
    std::vector<Row> next_rows_;
    std::size_t first_row_ = 0;
    std::size_t values_of_layer_ = 0;
    std::vector<std::size_t> choose_of_size_;
};

Walk::Walk(const Component& component, const Limits& limits) {
    const WalkPlan plan(component);
    bool possible = false;
    if (plan.words == 1) {
        possible = Forward<1>(*this, limits).run(plan);
    } else if (plan.words <= 4) {
        possible = Forward<4>(*this, limits).run(plan);
    } else if (plan.words <= 16) {
        possible = Forward<16>(*this, limits).run(plan);
    } else {
        throw BudgetExceeded(
            "a component of the frontier keeps too many numbers open at a time to be counted");
    }
    if (!possible) return;
    // After the last group all constraints are closed: one state is left.
    const Row& last = rows_.back();
    least_mines_ = last.low;
    const auto end = values_.begin() + static_cast<std::ptrdiff_t>(last.first);
    ways_.assign(end, end + last.length);
}

std::span<const Walk::Row> Walk::rows_of(std::size_t layer) const {
    const std::size_t first = layer == 0 ? 0 : layers_[layer - 1].rows_end;
    return std::span(rows_).subspan(first, layers_[layer].rows_end - first);
}

std::vector<std::uint32_t> Walk::ways_modulo(std::uint32_t prime, const Limits& limits) const {
    Poller poller(limits);
    std::vector<std::uint32_t> from{1};
    std::vector<std::uint32_t> to;
    for (std::size_t layer = 0; layer + 1 < layers_.size(); ++layer) {
        const std::span<const Row> rows = rows_of(layer);
        const std::span<const Row> next = rows_of(layer + 1);
        const std::uint32_t size = layers_[layer].size;
        const std::vector<std::uint32_t> choose = binomial_row_modulo(size, size, prime);
        to.assign(next.back().first + next.back().length - next.front().first, 0);
        for (const Row& row : rows) {
            const std::uint32_t* source = from.data() + (row.first - rows.front().first);
            for (std::uint32_t t = 0; t < row.targets; ++t) {
                const std::uint32_t mines = row.least + t;
                const Row& target = next[targets_[row.first_target + t]];
                std::uint32_t* sum =
                    to.data() + (target.first - next.front().first) + (row.low + mines - target.low);
                for (std::uint32_t i = 0; i < row.length; ++i) {
                    sum[i] = static_cast<std::uint32_t>((sum[i] + std::uint64_t{choose[mines]} * source[i]) %
                                                        prime);
                }
            }
            poller.work(std::size_t{row.targets} * row.length);
        }
        std::swap(from, to);
    }
    return from;
}

namespace {

// What one group collects over the transitions of its layer.
struct Tally {
    double mines = 0;
    double all = 0;
    bool can_be_mine = false;
    bool can_be_safe = false;
};

// The product of two positive values may round to zero; that both are positive never does.
bool meet(const double* a, const double* b, std::uint32_t length) {
    for (std::uint32_t i = 0; i < length; ++i) {
        if (a[i] > 0 && b[i] > 0) return true;
    }
    return false;
}

}  // namespace

std::vector<Marginal> Walk::marginals(std::span<const double> weights, const Limits& limits) const {
    Poller poller(limits);
    std::vector<Marginal> result(layers_.size() - 1);
    std::vector<double> after(weights.begin(), weights.end());
    std::vector<double> before;
    std::uint32_t cells = 0;  // since the last scaling
    for (std::size_t layer = layers_.size() - 1; layer-- > 0;) {
        const std::span<const Row> rows = rows_of(layer);
        const std::span<const Row> next = rows_of(layer + 1);
        const Layer& at = layers_[layer];
        if (cells + at.size > kCellsBetweenScalings) {
            scale_down(after);
            cells = 0;
        }
        cells += at.size;
        before.assign(rows.back().first + rows.back().length - rows.front().first, 0.0);
        Tally tally;
        for (const Row& row : rows) {
            const double* ways = values_.data() + row.first;
            double* sum = before.data() + (row.first - rows.front().first);
            for (std::uint32_t t = 0; t < row.targets; ++t) {
                const std::uint32_t mines = row.least + t;
                const Row& target = next[targets_[row.first_target + t]];
                const double choose = choose_[at.choose + mines];
                const double* onward =
                    after.data() + (target.first - next.front().first) + (row.low + mines - target.low);
                double both = 0;
                for (std::uint32_t i = 0; i < row.length; ++i) {
                    sum[i] += choose * onward[i];
                    both += ways[i] * onward[i];
                }
                if (both == 0 && !meet(ways, onward, row.length)) continue;
                tally.all += choose * both;
                tally.mines += mines * (choose * both);
                tally.can_be_mine |= mines > 0;
                tally.can_be_safe |= mines < at.size;
            }
            poller.work(std::size_t{row.targets} * row.length);
        }
        result[at.group] = {tally.mines / (at.size * tally.all), tally.can_be_mine, tally.can_be_safe};
        std::swap(before, after);
    }
    return result;
}

}  // namespace sapper

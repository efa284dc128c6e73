#include "inference/sweep.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace sapper {

namespace {

constexpr std::size_t kWidth = kLastTableRow + 1;
using Triangle = std::array<std::array<double, kWidth>, kWidth>;

constexpr Triangle make_table() {
    Triangle table{};
    for (std::size_t n = 0; n < kWidth; ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= n; ++k)
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
    return table;
}

constexpr Triangle kTable = make_table();

}  // namespace

const double* table_row(std::uint32_t n) {
    return kTable[n].data();
}

std::vector<double> binomial_row(std::uint32_t n) {
    std::vector<double> row(n + 1, 1.0);
    for (std::uint32_t k = 1; k <= n; ++k)
        row[k] = row[k - 1] * (n - k + 1) / k;
    return row;
}

std::vector<std::uint32_t> binomial_row_modulo(std::uint32_t n, std::uint32_t prime) {
    // Pascal's rule needs no inverses, and rows are short.
    std::vector<std::uint32_t> row(n + 1, 0);
    row[0] = 1;
    for (std::uint32_t i = 1; i <= n; ++i) {
        for (std::uint32_t k = i; k > 0; --k) {
            row[k] = static_cast<std::uint32_t>((std::uint64_t{row[k]} + row[k - 1]) % prime);
        }
    }
    return row;
}

Sweep Sweep::without_count(const Component& component, std::vector<Possibilities> possibilities) {
    Sweep sweep;
    sweep.component_ = std::make_shared<const Component>(component);
    sweep.possibilities_ = std::move(possibilities);
    sweep.find_safe_group();
    return sweep;
}

void Sweep::find_safe_group() {
    has_safe_group_ = !std::ranges::all_of(possibilities_, &Possibilities::mine);
}

const double* Sweep::binomials_of(const Layer& layer) const {
    return layer.size <= kLastTableRow ? table_row(layer.size) : choose_.data() + layer.choose;
}

std::vector<std::uint32_t> Sweep::ways_modulo(std::uint32_t prime, const Limits& limits) const {
    Poller poller(limits);
    std::vector<std::uint32_t> from{1};
    std::vector<std::uint32_t> to;
    for (std::size_t layer = 0; layer + 1 < layers_.size(); ++layer) {
        const std::span<const Row> rows = rows_of(layer);
        const std::span<const Row> next = rows_of(layer + 1);
        const std::uint32_t size = layers_[layer].size;
        const std::vector<std::uint32_t> choose = binomial_row_modulo(size, prime);
        to.assign(length_of(next), 0);
        for (const Row& row : rows) {
            const std::uint32_t* source = from.data() + row.first;
            for (std::uint32_t t = 0; t < row.targets; ++t) {
                const std::uint32_t mines = row.least + t;
                const Row& target = next[targets_[row.first_target + t]];
                std::uint32_t* sum = to.data() + target.first + (row.low + mines - target.low);
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

// Sums for one group over the transitions of its layer.
struct Tally {
    double mines = 0;
    double all = 0;
    bool can_be_mine = false;
    bool can_be_safe = false;
};

// Whether some product is positive. Looks at the factors, because the product of two positive values may
// round to zero.
bool meet(const double* a, const double* b, std::uint32_t length) {
    for (std::uint32_t i = 0; i < length; ++i) {
        if (a[i] > 0 && b[i] > 0) return true;
    }
    return false;
}

}  // namespace

std::vector<Marginal> Sweep::marginals(std::span<const double> weights, const Limits& limits) const {
    Poller poller(limits);
    std::vector<Marginal> result(layers_.size() - 1);
    std::size_t longest = weights.size();
    for (std::size_t layer = 0; layer < layers_.size(); ++layer)
        longest = std::max(longest, length_of(layer));
    std::vector<double> values_of_two_layers(2 * longest);
    std::span<double> after(values_of_two_layers.data(), weights.size());
    double* unused = values_of_two_layers.data() + longest;
    std::ranges::copy(weights, after.begin());
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
        const double* binomials = binomials_of(at);
        const std::span<double> before(unused, length_of(rows));
        std::ranges::fill(before, 0.0);
        const double* values = values_of(layer);
        Tally tally;
        for (const Row& row : rows) {
            const double* ways = values + row.first;
            double* sum = before.data() + row.first;
            for (std::uint32_t t = 0; t < row.targets; ++t) {
                const std::uint32_t mines = row.least + t;
                const Row& target = next[targets_[row.first_target + t]];
                const double choose = binomials[mines];
                const double* onward = after.data() + target.first + (row.low + mines - target.low);
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
        unused = after.data();
        after = before;
    }
    return result;
}

namespace {

// C(n, 0), ..., C(n, n).
std::vector<double> choices(std::uint32_t n) {
    if (n > kLastTableRow) return binomial_row(n);
    const double* row = table_row(n);
    return {row, row + n + 1};
}

}  // namespace

std::vector<std::vector<double>> Sweep::ways_by_mines_apart(std::span<const Marking> markings,
                                                            const Limits& limits) const {
    Poller poller(limits);
    const auto marking_of = [&](std::uint32_t group) {
        const auto marking = std::ranges::find(markings, group, &Marking::group);
        return marking == markings.end() ? Marking{group, 0, 0} : *marking;
    };
    std::size_t layer = 0;
    while (std::ranges::find(markings, layers_[layer].group, &Marking::group) == markings.end())
        ++layer;
    // planes[j]: the ways with j mines in marked cells so far, in the layout of the layer's values.
    const double* at_start = values_of(layer);
    std::vector<std::vector<double>> planes{{at_start, at_start + length_of(layer)}};
    std::uint32_t cells = 0;  // since the last scaling
    for (; layer + 1 < layers_.size(); ++layer) {
        const Layer& at = layers_[layer];
        const std::span<const Row> rows = rows_of(layer);
        const std::span<const Row> next = rows_of(layer + 1);
        const auto [group, apart, mine_free] = marking_of(at.group);
        const std::vector<double> ways_apart = choices(apart);
        const std::vector<double> in_others = choices(at.size - apart - mine_free);
        if (cells + at.size > kCellsBetweenScalings) {
            scale_down_together(planes);
            cells = 0;
        }
        cells += at.size;
        std::vector<std::vector<double>> sums(planes.size() + apart,
                                              std::vector<double>(length_of(layer + 1), 0.0));
        for (const Row& row : rows) {
            for (std::uint32_t t = 0; t < row.targets; ++t) {
                const std::uint32_t mines = row.least + t;
                const Row& target = next[targets_[row.first_target + t]];
                const std::size_t from = row.first;
                const std::size_t to = target.first + (row.low + mines - target.low);
                for (std::uint32_t j = 0; j <= std::min(apart, mines); ++j) {
                    if (mines - j >= in_others.size()) continue;
                    const double ways = ways_apart[j] * in_others[mines - j];
                    for (std::size_t plane = 0; plane < planes.size(); ++plane) {
                        const double* source = planes[plane].data() + from;
                        double* sum = sums[plane + j].data() + to;
                        for (std::uint32_t i = 0; i < row.length; ++i)
                            sum[i] += ways * source[i];
                    }
                    poller.work(planes.size() * row.length);
                }
            }
        }
        planes = std::move(sums);
    }
    return planes;
}

// Draws backward from the end. The chance of a transition is proportional to the ways that lead to its start,
// times the ways within the group.
std::vector<std::uint32_t> Sweep::draw(std::size_t more, Random& random, const Limits& limits) const {
    Poller poller(limits);
    std::vector<std::uint32_t> mines_in(layers_.size() - 1);
    std::uint32_t target = 0;  // a row of the next layer, counted from its first
    auto rest = static_cast<std::uint32_t>(least_mines_ + more);
    for (std::size_t layer = layers_.size() - 1; layer-- > 0;) {
        const std::span<const Row> rows = rows_of(layer);
        const double* values = values_of(layer);
        const double* binomials = binomials_of(layers_[layer]);
        WeightedChoice<std::pair<std::uint32_t, std::uint32_t>> choices;  // row and mines
        for (std::uint32_t r = 0; r < rows.size(); ++r) {
            const Row& row = rows[r];
            for (std::uint32_t t = 0; t < row.targets; ++t) {
                const std::uint32_t mines = row.least + t;
                if (targets_[row.first_target + t] != target || rest < mines + row.low) continue;
                const std::uint32_t at = rest - mines - row.low;
                if (at < row.length) choices.add({r, mines}, values[row.first + at] * binomials[mines]);
            }
        }
        poller.work(rows.size());
        const auto [from, mines] = choices.draw(random);
        mines_in[layers_[layer].group] = mines;
        rest -= mines;
        target = from;
    }
    return mines_in;
}

double Sweep::log2_ways() const {
    double sum = 0;
    for (double value : ways())
        sum += value;
    return std::log2(sum) + static_cast<double>(exponent_);
}

}  // namespace sapper

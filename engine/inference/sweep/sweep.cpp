#include "inference/sweep/sweep.hpp"

#include <algorithm>
#include <utility>

#include "util/binomials.hpp"
#include "util/scaling.hpp"

namespace sapper {

Sweep Sweep::uncounted(const Component& component, std::vector<Possibilities> possibilities) {
    Sweep sweep;
    sweep.uncounted_ = std::make_shared<const Component>(component);
    sweep.possibilities_ = std::move(possibilities);
    sweep.find_safe_group();
    return sweep;
}

void Sweep::find_safe_group() {
    const auto safe = std::ranges::find(possibilities_, false, &Possibilities::mine);
    safe_group_ = static_cast<std::size_t>(safe - possibilities_.begin());
}

const double* Sweep::binomials_of(const Layer& layer) const {
    return layer.size <= kTabledBinomials ? tabled_binomials(layer.size) : choose_.data() + layer.choose;
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

}  // namespace sapper

// Sweep::ways_by_marked: the sweep over a sweep's rows that also tells where some of the mines lie.
#include <algorithm>
#include <utility>

#include "inference/sweep/sweep.hpp"
#include "util/binomials.hpp"
#include "util/scaling.hpp"

namespace sapper {

namespace {

// C(n, 0), ..., C(n, n).
std::vector<double> choices(std::uint32_t n) {
    if (n > kTabledBinomials) return binomial_row(n);
    const double* row = tabled_binomials(n);
    return {row, row + n + 1};
}

}  // namespace

std::vector<std::vector<double>> Sweep::ways_by_marked(std::span<const Marking> markings,
                                                       const Limits& limits) const {
    Poller poller(limits);
    const auto marking_of = [&](std::uint32_t group) {
        const auto found = std::ranges::find(markings, group, &Marking::group);
        return found == markings.end() ? Marking{group, 0, 0} : *found;
    };
    std::size_t layer = 0;
    while (std::ranges::find(markings, layers_[layer].group, &Marking::group) == markings.end())
        ++layer;
    // planes[j] is laid out as the values of the layer: the ways with j mines in marked cells so far.
    const double* at_start = values_of(layer);
    std::vector<std::vector<double>> planes{{at_start, at_start + length_of(layer)}};
    std::uint32_t cells = 0;  // since the last scaling
    for (; layer + 1 < layers_.size(); ++layer) {
        const Layer& at = layers_[layer];
        const std::span<const Row> rows = rows_of(layer);
        const std::span<const Row> next = rows_of(layer + 1);
        const auto [group, marked, closed] = marking_of(at.group);
        const std::vector<double> in_marked = choices(marked);
        const std::vector<double> in_others = choices(at.size - marked - closed);
        if (cells + at.size > kCellsBetweenScalings) {
            scale_down_together(planes);
            cells = 0;
        }
        cells += at.size;
        std::vector<std::vector<double>> sums(planes.size() + marked,
                                              std::vector<double>(length_of(layer + 1), 0.0));
        for (const Row& row : rows) {
            for (std::uint32_t t = 0; t < row.targets; ++t) {
                const std::uint32_t mines = row.least + t;
                const Row& target = next[targets_[row.first_target + t]];
                const std::size_t from = row.first;
                const std::size_t to = target.first + (row.low + mines - target.low);
                for (std::uint32_t j = 0; j <= std::min(marked, mines); ++j) {
                    if (mines - j >= in_others.size()) continue;
                    const double ways = in_marked[j] * in_others[mines - j];
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

}  // namespace sapper

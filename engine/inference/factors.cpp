#include "inference/factors.hpp"

#include <algorithm>

namespace sapper {

namespace {

std::int64_t largest_gap(std::span<const double> ways) {
    std::int64_t largest = 0;
    std::int64_t run = 0;
    for (double value : ways) {
        run = value > 0 ? 0 : run + 1;
        largest = std::max(largest, run);
    }
    return largest;
}

std::int64_t width(const Factor& factor) {
    return static_cast<std::int64_t>(factor.ways.size()) - 1;
}

}  // namespace

Totals::Totals(std::span<const Factor> kinds, std::uint64_t sea)
    : kinds_(kinds), interval_(static_cast<std::int64_t>(sea)), slack_(interval_) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const std::int64_t together = width(kinds[i]) * static_cast<std::int64_t>(kinds[i].members);
        slack_ += together;
        const std::int64_t gap = largest_gap(kinds[i].ways);
        largest_gap_ = std::max(largest_gap_, gap);
        if (gap > 0) {
            with_gaps_.push_back(i);
        } else {
            interval_ += together;
        }
    }
}

bool Totals::reach(std::int64_t mines, std::size_t without, std::uint64_t fewer_sea) const {
    std::int64_t most = slack_ - static_cast<std::int64_t>(fewer_sea);
    std::int64_t interval = interval_ - static_cast<std::int64_t>(fewer_sea);
    const bool without_has_gaps = without != kNone && std::ranges::binary_search(with_gaps_, without);
    if (without != kNone) {
        most -= width(kinds_[without]);
        if (!without_has_gaps) interval -= width(kinds_[without]);
    }
    if (mines < 0 || mines > most) return false;
    // An interval as wide as every gap closes all of them.
    if (with_gaps_.empty() || interval >= largest_gap_) return true;
    const std::vector<bool> sums = sums_with_gaps(without_has_gaps ? without : kNone);
    const std::int64_t last = std::min(mines, static_cast<std::int64_t>(sums.size()) - 1);
    for (std::int64_t sum = std::max<std::int64_t>(0, mines - interval); sum <= last; ++sum) {
        if (sums[static_cast<std::size_t>(sum)]) return true;
    }
    return false;
}

std::vector<bool> Totals::sums_with_gaps(std::size_t without) const {
    std::vector<bool> sums{true};
    for (std::size_t i : with_gaps_) {
        const std::span<const double> ways = kinds_[i].ways;
        for (std::size_t member = i == without ? 1 : 0; member < kinds_[i].members; ++member) {
            std::vector<bool> next(sums.size() + ways.size() - 1, false);
            for (std::size_t k = 0; k < ways.size(); ++k) {
                if (!(ways[k] > 0)) continue;
                for (std::size_t sum = 0; sum < sums.size(); ++sum) {
                    if (sums[sum]) next[sum + k] = true;
                }
            }
            sums = std::move(next);
        }
    }
    return sums;
}

}  // namespace sapper

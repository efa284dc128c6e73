#include "inference/sweep/sweep.hpp"
#include "util/weighted_choice.hpp"

namespace sapper {

// Back from the end: a transition is as likely as the ways that came to its start, times those within the
// group.
std::vector<std::uint32_t> Sweep::draw(std::size_t more, Random& random, const Limits& limits) const {
    Poller poller(limits);
    std::vector<std::uint32_t> mines_in(layers_.size() - 1);
    std::uint32_t target = 0;  // row of the next layer, counted from its first
    auto used = static_cast<std::uint32_t>(least_mines_ + more);
    for (std::size_t layer = layers_.size() - 1; layer-- > 0;) {
        const std::span<const Row> rows = rows_of(layer);
        const double* values = values_of(layer);
        const double* binomials = binomials_of(layers_[layer]);
        WeightedChoice<std::pair<std::uint32_t, std::uint32_t>>
            lottery;  // of a row and the mines in the group
        for (std::uint32_t r = 0; r < rows.size(); ++r) {
            const Row& row = rows[r];
            for (std::uint32_t t = 0; t < row.targets; ++t) {
                const std::uint32_t mines = row.least + t;
                if (targets_[row.first_target + t] != target || used < mines + row.low) continue;
                const std::uint32_t at = used - mines - row.low;
                if (at < row.length) lottery.add({r, mines}, values[row.first + at] * binomials[mines]);
            }
        }
        poller.work(rows.size());
        const auto [from, mines] = lottery.draw(random);
        mines_in[layers_[layer].group] = mines;
        used -= mines;
        target = from;
    }
    return mines_in;
}

}  // namespace sapper

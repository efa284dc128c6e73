#include "reviews/side_by_side.hpp"

#include <algorithm>

namespace sapper {

std::vector<Phase> phases_of(std::array<std::span<const double>, 2> splits, bool is_same_board,
                             std::size_t parts) {
    const std::size_t least = std::min(splits[0].size(), splits[1].size());
    std::array<std::size_t, 2> whole{splits[0].size(), splits[1].size()};
    if (is_same_board) whole = {least, least};
    const std::size_t count = std::min(parts, least);
    std::vector<Phase> phases;
    std::array<std::size_t, 2> before{};
    for (std::size_t part = 1; part <= count; ++part) {
        Phase phase{};
        for (std::size_t game = 0; game < 2; ++game) {
            const std::size_t after = whole[game] * part / count;
            phase.solved[game] = after;
            phase.at[game] = splits[game][after - 1];
            const double start = before[game] > 0 ? splits[game][before[game] - 1] : 0;
            phase.took[game] = phase.at[game] - start;
            if (phase.took[game] > 0)
                phase.speed[game] = static_cast<double>(after - before[game]) / phase.took[game];
        }
        before = phase.solved;
        phases.push_back(phase);
    }
    return phases;
}

}  // namespace sapper

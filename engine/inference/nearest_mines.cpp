#include "inference/nearest_mines.hpp"

#include <algorithm>

#include "inference/analysis.hpp"
#include "inference/conflict.hpp"

namespace sapper {

namespace {

enum class Fit { yes, not_with_these_mines, never };

Fit fit_of(const Position& position, const Limits& limits) {
    try {
        analyse(position, false, limits);
        return Fit::yes;
    } catch (const Contradiction& error) {
        return error.mine_count ? Fit::not_with_these_mines : Fit::never;
    }
}

}  // namespace

std::uint32_t nearest_mine_count(Position position, const Limits& limits) {
    const std::int64_t own = position.mines;
    const std::int64_t least = std::ranges::count(position.marks, kExploded);
    const std::int64_t most = least + std::ranges::count_if(position.marks, is_hidden);
    for (std::int64_t below = own, above = own + 1; below >= least || above <= most;) {
        const bool takes_below = below >= least && (above > most || own - below <= above - own);
        position.mines = static_cast<std::uint32_t>(takes_below ? below-- : above++);
        const Fit fit = fit_of(position, limits);
        if (fit == Fit::yes) return position.mines;
        if (fit == Fit::never) break;
    }
    return static_cast<std::uint32_t>(own);
}

}  // namespace sapper

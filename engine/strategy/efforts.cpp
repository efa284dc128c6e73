#include "strategy/efforts.hpp"

#include <algorithm>
#include <array>

namespace sapper {

namespace {

// The safest cell, and exact play at the very end.
constexpr Effort kFast{.score = false, .rules = {}, .endgame = {.configurations = 30, .nodes = 500}};

// `band`: of the safety of the safest, on the frontier; the sea is held to half the distance.
constexpr Effort thinking(double band, std::size_t configurations, std::uint64_t nodes) {
    return {.score = true,
            .rules = {.candidates = {.frontier_band = band, .sea_band = (1 + band) / 2}},
            .endgame = {.configurations = configurations, .nodes = nodes}};
}

constexpr Effort kBest = thinking(0.90, 200, 10000);

constexpr std::array kPlayers{
    OwnPlayer{{"best", "Our own, at its usual effort: the best guess one guess ahead, exact endgames."},
              kBest},
    OwnPlayer{{"fast", "Our own, for many games: the safest guess, exact at the very end."}, kFast},
    OwnPlayer{{"best@1", "As best, in the least time: as fast."}, kFast},
    OwnPlayer{{"best@2", "As best, with fewer candidates and shorter endgames."}, thinking(0.96, 60, 2000)},
    OwnPlayer{{"best@3", "As best: its usual effort."}, kBest},
    OwnPlayer{{"best@4", "As best, with more candidates and longer endgames."}, thinking(0.85, 2000, 100000)},
};

}  // namespace

std::span<const OwnPlayer> own_players() {
    return kPlayers;
}

const Effort* effort_of(std::string_view name) {
    const auto found = std::ranges::find(kPlayers, name, [](const OwnPlayer& own) { return own.entry.name; });
    return found == kPlayers.end() ? nullptr : &found->effort;
}

}  // namespace sapper

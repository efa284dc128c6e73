#include "strategy/players/efforts.hpp"

#include <algorithm>
#include <array>

namespace sapper {

namespace {

// The most promising guess, unexamined, and exact play at the very end.
constexpr Effort kFast{.rules = {.candidates = {.most = 1}}, .endgame = {.configurations = 30, .nodes = 500}};

constexpr Effort effort(std::size_t candidates, const EndgameLimits& endgame) {
    return {.rules = {.candidates = {.most = candidates}}, .endgame = endgame};
}

constexpr Effort kBest = effort(8, {.configurations = 400,
                                    .nodes = 20000,
                                    .narrow_configurations = 14000,
                                    .narrow_nodes = 60000,
                                    .broader_configurations = 2000});

constexpr std::array kPlayers{
    OwnPlayer{{"best", "Our own, at its usual effort: the best guess one guess ahead, exact endgames."},
              kBest},
    OwnPlayer{{"fast", "Our own, for many games: the most promising guess, exact at the very end."}, kFast},
    OwnPlayer{{"best@1", "The same as fast."}, kFast},
    OwnPlayer{{"best@2", "As best, with fewer candidates and shorter endgames."},
              effort(3, {.configurations = 100, .nodes = 3000})},
    OwnPlayer{{"best@3", "The same as best."}, kBest},
    OwnPlayer{{"best@4", "As best, with more candidates and longer endgames."},
              effort(16, {.configurations = 1000,
                          .nodes = 60000,
                          .narrow_configurations = 14000,
                          .narrow_nodes = 80000,
                          .broader_configurations = 14000})},
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

// What the page says about a player's games in one category: wins, streaks, personal bests, and how these
// developed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sapper {

// A game that counts.
struct GameResult {
    std::string_view standing;  // "won", "lost", "cleared", "unfinished", "abandoned" or "helped"
    std::int64_t elapsed_ms;
    std::int64_t at;  // when it got this standing, in milliseconds since 1970
    std::optional<std::uint32_t> three_bv;
    std::uint32_t clicks;
    std::string_view id;
};

// The statistics as a JSON object. The games must be in the order of their dates.
std::string statistics_of(const std::vector<GameResult>& games);

}  // namespace sapper

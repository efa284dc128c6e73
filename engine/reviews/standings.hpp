// How a player stands on each kind of board: bests, means, records and progress, from many games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace sapper {

struct StandingMetric {
    std::string_view name;
    bool lower_is_better;
};

// `estimated` is taken over all games that did at least half of the 3BV, everything else over wins.
inline constexpr std::array<StandingMetric, 11> kStandingMetrics{{{"seconds", true},
                                                                  {"estimated", true},
                                                                  {"three_bv_per_second", false},
                                                                  {"stnb", false},
                                                                  {"efficiency", false},
                                                                  {"correctness", false},
                                                                  {"throughput", false},
                                                                  {"rqp", true},
                                                                  {"qg", true},
                                                                  {"zini_efficiency", false},
                                                                  {"hzini_efficiency", false}}};
inline constexpr std::size_t kEstimated = 1;

// The lengths of the runs of games whose mean is taken.
inline constexpr std::array<std::size_t, 3> kMeanLengths{3, 5, 12};

struct StandingGame {
    std::size_t group;  // games are compared with others of their group alone
    bool won;
    std::size_t cells;  // of the board
    std::size_t three_bv;
    std::size_t solved;
    std::array<double, kStandingMetrics.size()> values;  // NaN where one is not known
};

// One metric over the games of a group. Nothing where there are too few games.
struct StandingFigure {
    std::size_t count = 0;
    std::optional<double> best = {};
    std::optional<std::size_t> best_game = {};
    std::array<std::optional<double>, kMeanLengths.size()> means = {};  // the best of as many in a row
    std::optional<double> mean = {};                                    // of all
};

// The quickest win of those whose 3BV lies between two bounds, both included.
struct ClassRecord {
    std::size_t least;
    std::size_t most;
    std::size_t wins;
    double seconds;
    std::size_t game;
};

struct Standing {
    std::size_t games = 0;
    std::size_t won = 0;
    std::array<StandingFigure, kStandingMetrics.size()> figures = {};
    std::vector<ClassRecord> records = {};   // by 3BV, ascending
    std::vector<std::size_t> progress = {};  // the games that beat all times before them, in order
};

// The standing of each group, by its number. The games must be in the order in which they were played. Games
// are named by their indices.
std::vector<Standing> standings_of(std::span<const StandingGame> games);

}  // namespace sapper

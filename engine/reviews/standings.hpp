// How a player stands on each kind of board: bests, means, records and progress, from many games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
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

// The kinds of recorded games: which of them can be compared, and which were played on the same board.

// What games must share to be compared.
struct GameKind {
    std::string mode;   // as the file says it; empty for the usual game
    std::string level;  // that of level_of()
    std::string board;  // a text that only equal boards share
    std::string style;  // that of the line
};

// The number of the kind of each game, from 0: the usual games come first, then other modes; in each the
// levels from the easiest on, and custom boards by their texts.
std::vector<std::size_t> kind_numbers(std::span<const GameKind> games);

// The minefield of a game: that of its board with this key of its line. 0 is not known.
struct MinefieldKey {
    std::string board;
    std::uint64_t board_key;
};

// For each game, the first game before it on the same minefield. Nothing if there is none.
std::vector<std::optional<std::size_t>> earlier_games(std::span<const MinefieldKey> games);

// The report on many reviewed games of a player: the figures of all together, and the mistakes by the rule
// that would have avoided them.

// The facts of a game that the figures need.
struct GameFigures {
    bool won;
    std::size_t solved;  // of the 3BV
    std::size_t clicks;
    std::optional<double> seconds;
    std::size_t forced;
    std::size_t riskier;
    std::size_t needless;
    std::size_t slips;
    double expected;
    std::size_t mines_hit;
    double excess;
    double luck;
    std::optional<double> chance_lost;
    std::optional<double> accuracy;
    double chance_lost_error = 0;  // standard errors
    double accuracy_error = 0;
};

// The figures of ReviewSummary, over all games. Nothing if no game has the figure.
struct ReportFigures {
    std::size_t won = 0;
    std::size_t forced = 0;
    std::size_t riskier = 0;
    std::size_t needless = 0;
    std::size_t slips = 0;
    // The number of guesses that should have hit a mine, by their risks, and the number that did. To compare
    // them makes sense only for all games of the player, however they ended.
    double expected = 0;
    std::size_t mines_hit = 0;
    // Whether the games look like a choice by their ends: all were won, or the mines hit are fewer or more
    // than chance explains.
    bool is_selected = false;
    double excess = 0;
    std::optional<double> efficiency;           // 3BV done per click
    std::optional<double> three_bv_per_second;  // of the games with a time
    std::optional<double> pluck;                // the mean over the won games
    std::optional<double> chance_lost;          // the sum over the games in which it is known
    std::optional<double> accuracy;             // the mean over the games in which it is known
    std::optional<double> chance_lost_error;    // standard errors
    std::optional<double> accuracy_error;
};

ReportFigures figures_of(std::span<const GameFigures> games);

// The luck of a game: -log10 of the chance to survive its guesses.
double pluck_of(double luck);

// A needless guess: the easiest rule that proves a safe cell, and the risk of the guess.
struct Mistake {
    std::size_t rule;
    double risk;
};

// The mistakes that one rule would have avoided, as indices, those of the greatest risk first.
struct MissedRule {
    std::size_t rule;
    std::vector<std::size_t> mistakes;
    double risk;  // the sum over all
};

// The rules of the mistakes: the most frequent comes first, and of equals the easiest.
std::vector<MissedRule> missed_rules(std::span<const Mistake> mistakes);

// The indices of the mistakes of the greatest risk, at most `most`. Equals keep their order.
std::vector<std::size_t> riskiest(std::span<const Mistake> mistakes, std::size_t most);

}  // namespace sapper

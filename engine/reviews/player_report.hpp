// The report on many reviewed games of a player: the figures of all together, and the mistakes by the rule
// that would have avoided them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace sapper {

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
    std::size_t struck;
    double excess;
    double luck;
    std::optional<double> chance_lost;
    std::optional<double> accuracy;
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
    std::size_t struck = 0;
    // Whether the games look like a choice by their ends: all were won, or the mines hit are fewer or more
    // than chance explains.
    bool selected = false;
    double excess = 0;
    std::optional<double> efficiency;           // 3BV done per click
    std::optional<double> three_bv_per_second;  // of the games with a time
    std::optional<double> pluck;                // the mean over the won games
    std::optional<double> chance_lost;          // the sum over the games in which it is known
    std::optional<double> accuracy;             // the mean over the games in which it is known
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

#include "reviews/player_report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "util/floats.hpp"

namespace sapper {

namespace {

// The sum and the mean of the known values.
class KnownSum {
  public:
    void add(std::optional<double> value) {
        if (!value) return;
        total_.add(*value);
        ++count_;
    }
    std::optional<double> sum() const { return count_ > 0 ? std::optional(total_.value()) : std::nullopt; }
    std::optional<double> mean() const {
        return count_ > 0 ? std::optional(total_.value() / static_cast<double>(count_)) : std::nullopt;
    }

  private:
    CompensatedSum total_;
    std::size_t count_ = 0;
};

// If the number of hit mines is less likely than this, somebody chose the games, or they are not what they
// seem.
constexpr double kByChance = 1e-4;

// Chernoff's upper bound on the chance that guesses hit so many mines, or a number even farther from the
// expected one. It holds for any risks, if each guess hits a mine with the chance that is its risk.
double at_most_likely(std::size_t struck, double expected) {
    const auto count = static_cast<double>(struck);
    if (count == 0) return std::exp(-expected);
    return std::exp(count - expected - count * std::log(count / expected));
}

std::optional<double> ratio(std::size_t part, double whole) {
    return whole > 0 ? std::optional(static_cast<double>(part) / whole) : std::nullopt;
}

void sort_by_risk(std::vector<std::size_t>& places, std::span<const Mistake> mistakes) {
    std::ranges::stable_sort(places, std::ranges::greater(),
                             [&](std::size_t place) { return mistakes[place].risk; });
}

}  // namespace

ReportFigures figures_of(std::span<const GameFigures> games) {
    ReportFigures figures;
    std::size_t solved = 0;
    std::size_t clicks = 0;
    std::size_t solved_in_time = 0;
    CompensatedSum expected;
    CompensatedSum excess;
    CompensatedSum seconds;
    KnownSum pluck;
    KnownSum chance_lost;
    KnownSum accuracy;
    for (const GameFigures& game : games) {
        figures.won += game.won;
        figures.forced += game.forced;
        figures.riskier += game.riskier;
        figures.needless += game.needless;
        figures.slips += game.slips;
        figures.struck += game.struck;
        expected.add(game.expected);
        excess.add(game.excess);
        solved += game.solved;
        clicks += game.clicks;
        if (game.seconds.value_or(0) > 0) {
            solved_in_time += game.solved;
            seconds.add(*game.seconds);
        }
        if (game.won) pluck.add(pluck_of(game.luck));
        chance_lost.add(game.chance_lost);
        accuracy.add(game.accuracy);
    }
    figures.expected = expected.value();
    figures.selected = (figures.won == games.size() && figures.expected > 0) ||
                       at_most_likely(figures.struck, figures.expected) < kByChance;
    figures.excess = excess.value();
    figures.efficiency = ratio(solved, static_cast<double>(clicks));
    figures.three_bv_per_second = ratio(solved_in_time, seconds.value());
    figures.pluck = pluck.mean();
    figures.chance_lost = chance_lost.sum();
    figures.accuracy = accuracy.mean();
    return figures;
}

double pluck_of(double luck) {
    return luck > 0 ? std::abs(std::log10(luck)) : std::numeric_limits<double>::infinity();  // no -0.0
}

std::vector<MissedRule> missed_rules(std::span<const Mistake> mistakes) {
    std::map<std::size_t, MissedRule> by_rule;
    for (std::size_t place = 0; place < mistakes.size(); ++place) {
        MissedRule& missed = by_rule[mistakes[place].rule];
        missed.rule = mistakes[place].rule;
        missed.mistakes.push_back(place);
    }
    std::vector<MissedRule> rules;
    for (auto& [rule, missed] : by_rule) {
        sort_by_risk(missed.mistakes, mistakes);
        CompensatedSum risk;
        for (const std::size_t place : missed.mistakes)
            risk.add(mistakes[place].risk);
        missed.risk = risk.value();
        rules.push_back(std::move(missed));
    }
    std::ranges::stable_sort(rules, std::ranges::greater(),
                             [](const MissedRule& missed) { return missed.mistakes.size(); });
    return rules;
}

std::vector<std::size_t> riskiest(std::span<const Mistake> mistakes, std::size_t most) {
    std::vector<std::size_t> places(mistakes.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    sort_by_risk(places, mistakes);
    places.resize(std::min(most, places.size()));
    return places;
}

}  // namespace sapper

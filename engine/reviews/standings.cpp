#include "reviews/standings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

#include "board/board_names.hpp"
#include "util/floats.hpp"

namespace sapper {

namespace {

// Classes of 3BV are wide enough that each has some games.
std::size_t three_bv_class_width(std::size_t cells) {
    return cells <= 100 ? 5 : 10;
}

bool is_better_value(double value, double than, bool lower) {
    return lower ? value < than : value > than;
}

struct GameValue {
    double value;
    std::size_t game;
};

StandingFigure standing_figure(std::span<const GameValue> values, bool lower) {
    StandingFigure figure;
    figure.count = values.size();
    CompensatedSum sum;
    for (const GameValue& each : values) {
        sum.add(each.value);
        if (figure.best && !is_better_value(each.value, *figure.best, lower)) continue;
        figure.best = each.value;
        figure.best_game = each.game;
    }
    if (!values.empty()) figure.mean = sum.value() / static_cast<double>(values.size());
    for (std::size_t i = 0; i < kMeanLengths.size(); ++i) {
        const std::size_t length = kMeanLengths[i];
        for (std::size_t first = 0; first + length <= values.size(); ++first) {
            CompensatedSum run;
            for (const GameValue& each : values.subspan(first, length))
                run.add(each.value);
            const double mean = run.value() / static_cast<double>(length);
            if (!figure.means[i] || is_better_value(mean, *figure.means[i], lower)) figure.means[i] = mean;
        }
    }
    return figure;
}

}  // namespace

std::vector<Standing> standings_of(std::span<const StandingGame> games) {
    std::vector<Standing> standings;
    std::vector<std::array<std::vector<GameValue>, kStandingMetrics.size()>> values;
    std::vector<std::map<std::size_t, ClassRecord>> records;
    for (std::size_t place = 0; place < games.size(); ++place) {
        const StandingGame& game = games[place];
        if (game.group >= standings.size()) {
            standings.resize(game.group + 1);
            values.resize(game.group + 1);
            records.resize(game.group + 1);
        }
        Standing& standing = standings[game.group];
        ++standing.games;
        standing.won += game.won;
        for (std::size_t metric = 0; metric < kStandingMetrics.size(); ++metric) {
            const bool counts = metric == kEstimated ? 2 * game.solved >= game.three_bv : game.won;
            if (!counts || std::isnan(game.values[metric])) continue;
            values[game.group][metric].push_back({game.values[metric], place});
        }
        const double seconds = game.values[0];
        if (!game.won || std::isnan(seconds)) continue;
        const std::vector<std::size_t>& progress = standing.progress;
        if (progress.empty() || seconds < games[progress.back()].values[0])
            standing.progress.push_back(place);
        const std::size_t width = three_bv_class_width(game.cells);
        const std::size_t least = game.three_bv / width * width;
        ClassRecord& record =
            records[game.group]
                .try_emplace(least, ClassRecord{least, least + width - 1, 0, seconds, place})
                .first->second;
        ++record.wins;
        if (seconds < record.seconds) {
            record.seconds = seconds;
            record.game = place;
        }
    }
    for (std::size_t group = 0; group < standings.size(); ++group) {
        for (std::size_t metric = 0; metric < kStandingMetrics.size(); ++metric)
            standings[group].figures[metric] =
                standing_figure(values[group][metric], kStandingMetrics[metric].lower_is_better);
        for (const auto& [least, record] : records[group])
            standings[group].records.push_back(record);
    }
    return standings;
}

namespace {

// The place of a level among all; the last for a custom board.
std::size_t place_of_level(std::string_view level) {
    const auto place = std::ranges::find(kBoardLevels, level, &LevelBoard::name);
    return static_cast<std::size_t>(place - kBoardLevels.begin());
}

}  // namespace

std::vector<std::size_t> kind_numbers(std::span<const GameKind> games) {
    using Key = std::tuple<std::string_view, std::size_t, std::string_view, std::string_view>;
    const auto key_of = [](const GameKind& kind) -> Key {
        return {kind.mode, place_of_level(kind.level), kind.board, kind.style};
    };
    std::map<Key, std::size_t> kinds;
    for (const GameKind& game : games)
        kinds.try_emplace(key_of(game), 0);
    std::size_t number = 0;
    for (auto& [key, its_number] : kinds)
        its_number = number++;
    std::vector<std::size_t> numbers;
    numbers.reserve(games.size());
    for (const GameKind& game : games)
        numbers.push_back(kinds.at(key_of(game)));
    return numbers;
}

std::vector<std::optional<std::size_t>> earlier_games(std::span<const MinefieldKey> games) {
    std::map<std::pair<std::string_view, std::uint64_t>, std::size_t> first;
    std::vector<std::optional<std::size_t>> earlier(games.size());
    for (std::size_t game = 0; game < games.size(); ++game) {
        const auto& [board, board_key] = games[game];
        if (board_key == 0) continue;
        const auto [place, is_new] = first.try_emplace({board, board_key}, game);
        if (!is_new) earlier[game] = place->second;
    }
    return earlier;
}

namespace {

// The sum and the mean of the known values.
class OptionalSum {
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
double at_most_likely(std::size_t mines_hit, double risks) {
    const auto count = static_cast<double>(mines_hit);
    if (count == 0) return std::exp(-risks);
    return std::exp(count - risks - count * std::log(count / risks));
}

void sort_by_risk(std::vector<std::size_t>& places, std::span<const Mistake> mistakes) {
    std::ranges::stable_sort(places, std::ranges::greater(),
                             [&](std::size_t place) { return mistakes[place].risk; });
}

}  // namespace

ReportFigures figures_of(std::span<const GameFigures> games) {
    ReportFigures figures;
    std::size_t progress = 0;
    std::size_t clicks = 0;
    std::size_t progress_in_time = 0;
    CompensatedSum risks;
    CompensatedSum excess;
    CompensatedSum seconds;
    OptionalSum pluck;
    OptionalSum chance_lost;
    OptionalSum accuracy;
    double lost_variance = 0;
    double accuracy_variance = 0;
    std::size_t games_with_chances = 0;
    for (const GameFigures& game : games) {
        figures.won += game.won;
        figures.forced += game.forced;
        figures.riskier += game.riskier;
        figures.needless += game.needless;
        figures.slips += game.slips;
        figures.mines_hit += game.mines_hit;
        risks.add(game.expected);
        excess.add(game.excess);
        progress += game.solved;
        clicks += game.clicks;
        if (game.seconds.value_or(0) > 0) {
            progress_in_time += game.solved;
            seconds.add(*game.seconds);
        }
        if (game.won) pluck.add(pluck_of(game.luck));
        chance_lost.add(game.chance_lost);
        accuracy.add(game.accuracy);
        games_with_chances += game.accuracy.has_value();
        lost_variance += game.chance_lost_error * game.chance_lost_error;
        accuracy_variance += game.accuracy_error * game.accuracy_error;
    }
    figures.expected = risks.value();
    figures.is_selected = (figures.won == games.size() && figures.expected > 0) ||
                          at_most_likely(figures.mines_hit, figures.expected) < kByChance;
    figures.excess = excess.value();
    figures.efficiency = quotient(progress, clicks);
    figures.three_bv_per_second = quotient(progress_in_time, seconds.value());
    figures.pluck = pluck.mean();
    figures.chance_lost = chance_lost.sum();
    figures.accuracy = accuracy.mean();
    if (games_with_chances > 0) {
        figures.chance_lost_error = std::sqrt(lost_variance);
        figures.accuracy_error = std::sqrt(accuracy_variance) / static_cast<double>(games_with_chances);
    }
    return figures;
}

double pluck_of(double luck) {
    return luck > 0 ? std::abs(std::log10(luck)) : std::numeric_limits<double>::infinity();  // no -0.0
}

std::vector<MissedRule> missed_rules(std::span<const Mistake> mistakes) {
    std::map<std::size_t, MissedRule> by_rule;
    for (std::size_t place = 0; place < mistakes.size(); ++place) {
        MissedRule& entry = by_rule[mistakes[place].rule];
        entry.rule = mistakes[place].rule;
        entry.mistakes.push_back(place);
    }
    std::vector<MissedRule> rules;
    for (auto& [rule, entry] : by_rule) {
        sort_by_risk(entry.mistakes, mistakes);
        CompensatedSum risk;
        for (const std::size_t place : entry.mistakes)
            risk.add(mistakes[place].risk);
        entry.risk = risk.value();
        rules.push_back(std::move(entry));
    }
    std::ranges::stable_sort(rules, std::ranges::greater(),
                             [](const MissedRule& entry) { return entry.mistakes.size(); });
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

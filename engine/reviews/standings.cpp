#include "reviews/standings.hpp"

#include <algorithm>
#include <cmath>
#include <map>

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

}  // namespace sapper

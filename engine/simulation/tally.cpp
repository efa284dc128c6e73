#include "simulation/tally.hpp"

#include <algorithm>
#include <cmath>

#include "board/game.hpp"

namespace sapper {

CountedColumns counted_columns(const Records& records) {
    return {records.outcome, records.guesses, records.lost_at, records.guess_risk, records.guess_exploded};
}

Histograms histograms(const CountedColumns& games, std::size_t cells) {
    Histograms found;
    found.by_guesses.resize(2 * (kMostGuesses + 1));
    found.risk_counts.resize(2 * kRiskBins);
    found.risk_sums.resize(kRiskBins);
    found.lost_at.resize(cells);
    for (std::size_t game = 0; game < games.outcome.size(); ++game) {
        const std::size_t row = std::min(games.guesses[game], kMostGuesses);
        found.by_guesses[2 * row] += 1;
        found.by_guesses[2 * row + 1] += static_cast<Status>(games.outcome[game]) == Status::won ? 1 : 0;
        if (const Cell cell = games.lost_at[game]; cell != kNoCell) found.lost_at.at(cell) += 1;
    }
    for (std::size_t guess = 0; guess < games.guess_risk.size(); ++guess) {
        const double risk = games.guess_risk[guess];
        if (std::isnan(risk)) continue;  // it is not known
        const auto bin = std::min(static_cast<std::size_t>(risk * kRiskBins), std::size_t{kRiskBins - 1});
        found.risk_counts[2 * bin] += 1;
        found.risk_counts[2 * bin + 1] += games.guess_exploded[guess] != 0 ? 1 : 0;
        found.risk_sums[bin] += risk;
    }
    return found;
}

std::vector<std::int64_t> time_bins(std::span<const std::uint64_t> nanoseconds) {
    std::vector<std::int64_t> bins(kTimeBins);
    for (const std::uint64_t time : nanoseconds) {
        const double place = kTimeSteps * std::log2(static_cast<double>(std::max<std::uint64_t>(time, 1)));
        bins[std::min(static_cast<std::size_t>(place), std::size_t{kTimeBins - 1})] += 1;
    }
    return bins;
}

}  // namespace sapper

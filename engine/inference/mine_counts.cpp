#include "inference/mine_counts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "inference/coupling.hpp"
#include "inference/mine_weights.hpp"

namespace sapper {

namespace {

// Calls visit(mines on the board, log weight of one placement) for each number that was believed possible.
void visit_counts(const MinePrior& prior, std::size_t cells, const auto& visit) {
    if (prior.kind == MinePrior::Kind::counts) {
        MineWeights(prior, cells, 0).for_each_count([&](std::int64_t mines, double log_weight) {
            visit(static_cast<std::uint32_t>(mines), log_weight);
        });
        return;
    }
    for (std::uint32_t mines = 0; mines <= cells; ++mines)
        visit(mines, mines * std::log(prior.density) +
                         static_cast<double>(cells - mines) * std::log1p(-prior.density));
}

}  // namespace

std::vector<MineCountChance> mine_count_chances(const Position& position, const Analysis& analysis,
                                                const Limits& limits) {
    const Analysis::Factors& parts = analysis.factors;
    std::vector<Factor> factors;
    std::int64_t least = position.mines - parts.mines, most = least + static_cast<std::int64_t>(parts.sea);
    const std::int64_t known = least;
    for (const auto& sweep : parts.sweeps) {
        factors.push_back({sweep->least_mines(), sweep->ways()});
        least += sweep->least_mines();
        most += sweep->least_mines() + static_cast<std::int64_t>(sweep->ways().size()) - 1;
    }
    std::vector<MineCountChance> chances;
    double largest = -std::numeric_limits<double>::infinity();
    visit_counts(*position.prior, position.marks.size(), [&](std::uint32_t mines, double log_weight) {
        if (mines < least || mines > most) return;
        if (limits.poll) limits.poll();
        const Coupling coupling = couple(factors, parts.sea, mines - known);
        if (!coupling.possible) return;
        chances.push_back({mines, log_weight + coupling.log_total});
        largest = std::max(largest, chances.back().chance);
    });
    double total = 0;
    for (MineCountChance& each : chances)
        total += each.chance = std::exp(each.chance - largest);
    for (MineCountChance& each : chances)
        each.chance /= total;
    return chances;
}

}  // namespace sapper

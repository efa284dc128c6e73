#include "minefields/certain_cells.hpp"

#include "inference/factors.hpp"
#include "util/lists.hpp"

namespace sapper {

CertainCells::CertainCells(const Topology& topology) : frontier_(topology) {}

void CertainCells::reset(Constraints& constraints) {
    frontier_.clear();
    constraints.list_frontier();
}

bool CertainCells::find(Constraints& constraints, const Limits& limits) {
    safe_.clear();
    mines_.clear();
    frontier_.update(constraints, limits);
    for (std::uint32_t id : frontier_.parts()) {
        const Frontier::Part& part = frontier_.part(id);
        const std::span<const Possibilities> possibilities = part.sweep->possibilities();
        for (std::size_t group = 0; group < possibilities.size(); ++group) {
            if (!possibilities[group].mine) append(safe_, part.placement.cells_of(group));
            if (!possibilities[group].safe) append(mines_, part.placement.cells_of(group));
        }
    }
    return !safe_.empty();
}

bool CertainCells::find_by_mine_count(const Constraints& constraints, std::uint32_t mines,
                                      const Limits& limits) {
    safe_.clear();
    factors_.clear();
    std::int64_t left =
        static_cast<std::int64_t>(mines) - static_cast<std::int64_t>(constraints.known_mines());
    for (std::uint32_t id : frontier_.parts()) {
        const Sweep& sweep = *frontier_.part(id).sweep;
        factors_.push_back({sweep.least_mines(), sweep.ways()});
        left -= sweep.least_mines();
    }
    const std::size_t sea = constraints.sea_cells();
    const Totals totals(factors_, sea);
    if (sea > 0 && !totals.reach(left - 1, Totals::kNone, 1)) add_sea(constraints);
    for (std::size_t i = 0; i < factors_.size(); ++i) {
        const std::span<const double> ways = factors_[i].ways;
        bool restricted = false;
        weights_.assign(ways.size(), 0);
        for (std::size_t k = 0; k < ways.size(); ++k) {
            if (!(ways[k] > 0)) continue;
            const bool possible = totals.reach(left - static_cast<std::int64_t>(k), i);
            weights_[k] = possible ? 1 : 0;
            restricted |= !possible;
        }
        if (!restricted) continue;
        const Frontier::Part& part = frontier_.part(frontier_.parts()[i]);
        const std::vector<Marginal> marginals = part.sweep->marginals(weights_, limits);
        for (std::size_t group = 0; group < marginals.size(); ++group) {
            if (!marginals[group].can_be_mine) append(safe_, part.placement.cells_of(group));
        }
    }
    return !safe_.empty();
}

void CertainCells::add_sea(const Constraints& constraints) {
    const auto size = static_cast<Cell>(constraints.topology().size());
    for (Cell cell = 0; cell < size; ++cell) {
        if (constraints.at_sea(cell)) safe_.push_back(cell);
    }
}

}  // namespace sapper

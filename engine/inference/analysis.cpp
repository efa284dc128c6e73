#include "inference/analysis.hpp"

#include <cmath>
#include <limits>

#include "inference/components.hpp"
#include "inference/conflict.hpp"
#include "inference/constraints.hpp"
#include "inference/coupling.hpp"
#include "inference/walk_cache.hpp"

namespace sapper {

namespace {

constexpr double kRevealed = std::numeric_limits<double>::quiet_NaN();

void mark(Analysis& analysis, Cell cell, const Marginal& marginal) {
    if (!marginal.can_be_mine) {
        analysis.mine_probability[cell] = 0;
        analysis.verdicts[cell] = Verdict::safe;
    } else if (!marginal.can_be_safe) {
        analysis.mine_probability[cell] = 1;
        analysis.verdicts[cell] = Verdict::mine;
    } else {
        analysis.mine_probability[cell] = marginal.mine_probability;
        analysis.verdicts[cell] = Verdict::uncertain;
    }
}

void mark_known_cells(const Constraints& constraints, const Marginal& sea, Analysis& analysis) {
    const std::size_t size = constraints.topology().size();
    analysis.mine_probability.assign(size, kRevealed);
    analysis.verdicts.assign(size, Verdict::revealed);
    for (Cell cell = 0; cell < size; ++cell) {
        switch (constraints.standing(cell)) {
            case Constraints::Standing::undecided:
                if (!constraints.in_frontier(cell)) mark(analysis, cell, sea);
                break;
            case Constraints::Standing::safe:
                mark(analysis, cell, {0.0, false, true});
                break;
            case Constraints::Standing::mine:
                mark(analysis, cell, {1.0, true, false});
                break;
            case Constraints::Standing::number:
            case Constraints::Standing::exploded:
                break;
        }
    }
}

}  // namespace

Cell Analysis::best() const {
    Cell best = kNoCell;
    double least = std::numeric_limits<double>::infinity();
    for (Cell cell = 0; cell < verdicts.size(); ++cell) {
        if (verdicts[cell] == Verdict::safe) return cell;
        // Cells of equal risk may differ in the last digits by the way they were computed.
        if (verdicts[cell] != Verdict::revealed && mine_probability[cell] < least * (1 - 1e-12)) {
            least = mine_probability[cell];
            best = cell;
        }
    }
    return best;
}

Analysis analyse(const Position& position, bool trust_flags, const Limits& limits) {
    Constraints constraints(position.topology);
    constraints.load(position, trust_flags);
    if (!constraints.consistent())
        throw_contradiction(position, trust_flags, {constraints.conflict()}, limits);

    std::vector<PlacedComponent> placed;
    Cell conflict = kNoCell;
    if (!ComponentFinder(*position.topology).find_all(constraints, placed, conflict)) {
        throw_contradiction(position, trust_flags, {conflict}, limits);
    }
    Analysis analysis;
    WalkCache cache;
    std::vector<Factor> factors;
    for (const PlacedComponent& component : placed) {
        analysis.factors.walks.push_back(cache.find(component.component, limits));
        const Walk& walk = *analysis.factors.walks.back();
        if (!walk.possible()) throw_contradiction(position, trust_flags, component.numbers, limits);
        factors.push_back({walk.least_mines(), walk.ways()});
    }
    analysis.factors.sea = constraints.undecided_cells() - constraints.frontier_cells();
    analysis.factors.mines =
        static_cast<std::int64_t>(position.mines) - static_cast<std::int64_t>(constraints.known_mines());
    const Coupling coupling = couple(factors, analysis.factors.sea, analysis.factors.mines);
    if (!coupling.possible) throw_mine_count_contradiction(position, trust_flags, limits);

    mark_known_cells(constraints,
                     {coupling.sea_probability, coupling.sea_can_be_mine, coupling.sea_can_be_safe},
                     analysis);
    analysis.log_configurations = coupling.log_total;
    for (std::size_t c = 0; c < placed.size(); ++c) {
        const Walk& walk = *analysis.factors.walks[c];
        analysis.log_configurations += static_cast<double>(walk.exponent()) * std::log(2.0);
        const std::vector<Marginal> marginals = walk.marginals(coupling.weights[c], limits);
        for (std::size_t g = 0; g < marginals.size(); ++g) {
            for (Cell cell : placed[c].cells_of(g))
                mark(analysis, cell, marginals[g]);
        }
    }
    return analysis;
}

}  // namespace sapper

#include "strategy/registry.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "strategy/bookends.hpp"
#include "strategy/composed.hpp"
#include "strategy/first_cell.hpp"
#include "strategy/least_risk.hpp"
#include "strategy/policies.hpp"

namespace sapper {

namespace {

constexpr std::array kStrategies{
    StrategyEntry{"frontier", "System C: exact probabilities, the first of the least likely mines."},
    StrategyEntry{"areas-random", "System E: exact probabilities, any of the least likely mines."},
    StrategyEntry{"areas-nearest", "System E, the nearest to an opened cell."},
    StrategyEntry{"areas-centred", "System E, the nearest to the middle of the board."},
    StrategyEntry{"areas-inward", "System E, the nearest to an edge."},
    StrategyEntry{"areas-inward-from-corner", "System E, the nearest to a corner."},
    StrategyEntry{"areas-corners", "System E, a corner if there is one among them."},
    StrategyEntry{"areas-edges", "System E, an edge if there is one among them."},
    StrategyEntry{"areas-corners-edges", "System E, a corner, else an edge."},
    StrategyEntry{"areas-corners-two-deep", "System E, within two cells of a corner."},
    StrategyEntry{"areas-edges-two-deep", "System E, within two cells of an edge."},
    StrategyEntry{"areas-corners-edges-two-deep", "System E, within two cells of a corner, else of an edge."},
};

constexpr std::array kLevels{
    Entry{"exact", "Everything that is certain, by counting."},
};

[[noreturn]] void throw_unknown(std::string_view name) {
    throw std::invalid_argument("There is no strategy named '" + std::string(name) + "'.");
}

std::unique_ptr<Player> compose(std::string_view name, std::shared_ptr<const Topology> topology,
                                std::uint32_t mines) {
    const std::size_t plus = name.find('+');
    if (plus == std::string_view::npos || name.substr(0, plus) != "exact") throw_unknown(name);
    if (name == "exact+first") return std::make_unique<LeastRisk>(std::move(topology), mines);
    std::unique_ptr<Policy> policy = make_policy(name.substr(plus + 1), *topology);
    if (!policy || policy->needs() != Policy::Needs::odds) throw_unknown(name);
    return std::make_unique<Composed>(nullptr, std::make_unique<Odds>(topology, mines), std::move(policy));
}

Cell first_cell_of(std::string_view name, const Topology& topology, FirstClick first_click) {
    if (name == "frontier") return cell_at(topology, first_click, 2, 2);
    return good_first_cell(topology, first_click);
}

}  // namespace

std::span<const StrategyEntry> strategies() {
    return kStrategies;
}

std::span<const Entry> strategy_levels() {
    return kLevels;
}

std::string composition_of(std::string_view name) {
    constexpr std::string_view kAreas = "areas-";
    if (name == "frontier") return "exact+first";
    if (name == "areas-random") return "exact+least";
    if (name.starts_with(kAreas)) return "exact+" + std::string(name.substr(kAreas.size()));
    return std::string(name);
}

std::unique_ptr<Player> make_player(std::string_view name, std::shared_ptr<const Topology> topology,
                                    std::uint32_t mines, const Rules& rules) {
    const Cell first_cell = first_cell_of(name, *topology, rules.first_click);
    return std::make_unique<Bookends>(compose(composition_of(name), std::move(topology), mines), first_cell);
}

}  // namespace sapper

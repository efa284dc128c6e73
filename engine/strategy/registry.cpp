#include "strategy/registry.hpp"

#include <array>
#include <stdexcept>
#include <string>

#include "strategy/least_risk.hpp"

namespace sapper {

namespace {

constexpr std::array kStrategies{
    StrategyEntry{"exact+first",
                  "Opens what is certainly safe, else the first cell of least mine probability."},
};

}  // namespace

std::span<const StrategyEntry> strategies() {
    return kStrategies;
}

std::unique_ptr<Player> make_player(std::string_view name, std::shared_ptr<const Topology> topology,
                                    std::uint32_t mines, const Rules&) {
    if (name == "exact+first") return std::make_unique<LeastRisk>(std::move(topology), mines);
    throw std::invalid_argument("There is no strategy named '" + std::string(name) + "'.");
}

}  // namespace sapper

#include "knowledge/levels.hpp"

#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include "knowledge/exact_level.hpp"
#include "knowledge/rule_level.hpp"

namespace sapper {

namespace {

constexpr std::array kLevels{
    Entry{"single", "One number at a time: all cells around it are safe, or all are mines."},
    Entry{"subset",
          "Two numbers, the cells of one among those of the other: the rest hold the remaining mines."},
    Entry{"propositions",
          "Subsets, and pairs of numbers of which one needs as many more mines as it has cells of its own."},
    Entry{"bounds", "Bounds on the mines in the cells that two numbers share, and in the others."},
    Entry{"exact", "Everything that is certain, by counting all configurations."},
};

}  // namespace

std::span<const Entry> levels() {
    return kLevels;
}

std::unique_ptr<Level> make_level(std::string_view name, std::shared_ptr<const Topology> topology,
                                  std::uint32_t mines) {
    const auto by_rule = [&](OverlapRule rule) {
        return std::make_unique<RuleLevel>(std::move(topology), mines, Reasoning{.rule = rule});
    };
    if (name == "single") return by_rule(nullptr);
    if (name == "subset") return by_rule(subset_rule);
    if (name == "propositions") return by_rule(proposition_rule);
    if (name == "bounds") return by_rule(bounds_rule);
    if (name == "exact") return std::make_unique<ExactLevel>(std::move(topology), mines);
    throw std::invalid_argument("There is no inference level named '" + std::string(name) + "'.");
}

}  // namespace sapper

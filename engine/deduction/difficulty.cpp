#include "deduction/difficulty.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "deduction/levels.hpp"
#include "deduction/set_rules.hpp"
#include "inference/conflict.hpp"

namespace sapper {

namespace {

constexpr std::array kDifficulties{
    Entry{"single", "One number: all the cells left around it are safe, or all are mines."},
    Entry{"subset", "Two numbers: the cells of one are among those of the other."},
    Entry{"overlap", "Two numbers: bounds on the mines in the cells that they share."},
    Entry{"chain", "Several numbers: what two of them say is combined with a third, and so on."},
    Entry{"cases", "Suppose the opposite: some number then cannot be right."},
    Entry{"mine_count", "Numbers that share no cells account for all remaining mines."},
    Entry{"counting", "All placements of the mines agree, and no easier rule finds it."},
};

CertainCounts count_certain(Level& level, std::span<const Mark> marks) {
    level.begin(marks);
    CertainCounts counts{level.safe().size(), 0};
    for (Cell cell = 0; cell < marks.size(); ++cell)
        counts.mines += level.is_mine(cell);
    return counts;
}

}  // namespace

std::span<const Entry> difficulties() {
    return kDifficulties;
}

Difficulty find_difficulty(std::string_view name) {
    const auto entry = std::ranges::find(kDifficulties, name, &Entry::name);
    if (entry != kDifficulties.end()) return static_cast<Difficulty>(entry - kDifficulties.begin());
    throw std::invalid_argument("There is no rule named '" + std::string(name) + "'.");
}

std::unique_ptr<Level> level_up_to(Difficulty hardest, std::shared_ptr<const Topology> topology,
                                   std::uint32_t mines) {
    const auto by_rule = [&](OverlapRule rule, bool add_conclusions) {
        return std::make_unique<RuleLevel>(
            std::move(topology), mines,
            Reasoning{.rule = rule, .add_conclusions = add_conclusions, .mine_count = false});
    };
    switch (hardest) {
        case Difficulty::single:
            return by_rule(nullptr, false);
        case Difficulty::subset:
            return by_rule(subset_rule, false);
        case Difficulty::overlap:
            return by_rule(bounds_rule, false);
        case Difficulty::chain:
            return by_rule(bounds_rule, true);
        case Difficulty::cases:
            return case_level(std::move(topology), mines, false);
        case Difficulty::mine_count:
            return case_level(std::move(topology), mines, true);
        case Difficulty::counting:
            break;
    }
    return std::make_unique<ExactLevel>(std::move(topology), mines);
}

std::optional<Difficulty> DifficultyFinder::operator()(std::span<const Mark> marks,
                                                       const CertainCounts& all) {
    if (all == CertainCounts{}) return std::nullopt;
    for (std::size_t rule = 0; rule + 1 < kDifficulties.size(); ++rule) {
        const auto difficulty = static_cast<Difficulty>(rule);
        if (levels_.size() == rule) levels_.push_back(level_up_to(difficulty, topology_, mines_));
        if (count_certain(*levels_[rule], marks) == all) return difficulty;
    }
    return Difficulty::counting;
}

std::optional<Difficulty> difficulty_of(const Position& position, const Limits& limits) {
    ExactLevel exact(position.topology, position.mines, limits);
    const CertainCounts all = count_certain(exact, position.marks);
    if (!exact.inference().possible())
        throw_contradiction(position, false, exact.inference().suspects(), limits);
    return DifficultyFinder(position.topology, position.mines)(position.marks, all);
}

}  // namespace sapper

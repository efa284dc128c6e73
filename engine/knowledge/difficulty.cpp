#include "knowledge/difficulty.hpp"

#include <utility>

#include "inference/conflict.hpp"
#include "knowledge/case_level.hpp"
#include "knowledge/exact_level.hpp"
#include "knowledge/rule_level.hpp"

namespace sapper {

namespace {

struct Found {
    std::size_t safe = 0;
    std::size_t mines = 0;
    bool operator==(const Found&) const = default;
};

Found found_by(Level& level, std::span<const Mark> marks) {
    level.begin(marks);
    Found found{level.safe().size(), 0};
    for (Cell cell = 0; cell < marks.size(); ++cell)
        found.mines += level.is_mine(cell);
    return found;
}

}  // namespace

const std::array<DifficultyEntry, 7>& difficulties() {
    static constexpr std::array<DifficultyEntry, 7> kEntries{{
        {Difficulty::single, "single",
         "One number: all the cells left around it are safe, or all are mines."},
        {Difficulty::subset, "subset", "Two numbers: the cells of one are among those of the other."},
        {Difficulty::overlap, "overlap",
         "Two numbers: the cells they share hold at least or at most so many."},
        {Difficulty::chain, "chain", "Several numbers: what two of them say is put to a third, and so on."},
        {Difficulty::cases, "cases", "If the cell were otherwise, some number could not be met."},
        {Difficulty::mine_count, "mine_count", "Numbers apart account for all the mines that are left."},
        {Difficulty::counting, "counting", "All placements of the mines agree; no easier rule sees it."},
    }};
    return kEntries;
}

std::unique_ptr<Level> level_up_to(Difficulty hardest, std::shared_ptr<const Topology> topology,
                                   std::uint32_t mines) {
    const auto by_rule = [&](OverlapRule rule, bool derived) {
        return std::make_unique<RuleLevel>(std::move(topology), mines,
                                           Reasoning{.rule = rule, .derived = derived, .mine_count = false});
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
            return std::make_unique<CaseLevel>(std::move(topology), mines, false);
        case Difficulty::mine_count:
            return std::make_unique<CaseLevel>(std::move(topology), mines, true);
        case Difficulty::counting:
            break;
    }
    return std::make_unique<ExactLevel>(std::move(topology), mines);
}

std::optional<Difficulty> difficulty_of(const Position& position, const Limits& limits) {
    ExactLevel exact(position.topology, position.mines, limits);
    const Found all = found_by(exact, position.marks);
    if (!exact.inference().possible())
        throw_contradiction(position, false, exact.inference().suspects(), limits);
    if (all == Found{}) return std::nullopt;
    for (const DifficultyEntry& entry : difficulties()) {
        if (entry.difficulty == Difficulty::counting) break;
        const auto level = level_up_to(entry.difficulty, position.topology, position.mines);
        if (found_by(*level, position.marks) == all) return entry.difficulty;
    }
    return Difficulty::counting;
}

}  // namespace sapper

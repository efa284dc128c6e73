#include "inference/estimate/proofs.hpp"

#include <algorithm>

#include "inference/estimate/neighbourhood.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

// The size of a neighbourhood: a number and the eight around it on a grid.
constexpr std::size_t kConstraints = 9;

// A neighbourhood that needs more stored values is skipped.
constexpr std::size_t kLocalValues = std::size_t{1} << 16;

}  // namespace

std::shared_ptr<const Sweep> prove_locally(const Component& component, SweepBuilder& build,
                                           const Limits& limits) {
    const Limits local{std::min(kLocalValues, limits.values), limits.poll, false};
    std::vector<Possibilities> possible(component.groups(), {true, true});
    Neighbourhoods neighbourhoods(component);
    std::vector<std::uint32_t> needs(component.needs.size(), kNoNeed);
    std::vector<std::uint32_t> groups;
    for (std::uint32_t c = 0; c < component.needs.size(); ++c) {
        if (limits.poll) limits.poll();
        groups.clear();
        const std::vector<std::uint32_t>& near = neighbourhoods.around(c, kConstraints);
        for (std::uint32_t other : near) {
            needs[other] = component.needs[other];
            const std::span<const std::uint32_t> of_other = neighbourhoods.groups_of(other);
            append(groups, of_other);
        }
        sort_and_drop_repeated(groups);
        try {
            const std::shared_ptr<const Sweep> sweep = build(part_of(component, groups, needs), local);
            if (!sweep->possible()) return sweep;
            for (std::size_t i = 0; i < groups.size(); ++i) {
                possible[groups[i]].mine &= sweep->possibilities()[i].mine;
                possible[groups[i]].safe &= sweep->possibilities()[i].safe;
            }
        } catch (const BudgetExceeded&) {
        }
        for (std::uint32_t other : near)
            needs[other] = kNoNeed;
    }
    return std::make_shared<const Sweep>(Sweep::uncounted(component, std::move(possible)));
}

}  // namespace sapper

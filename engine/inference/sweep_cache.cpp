#include "inference/sweep_cache.hpp"

#include <algorithm>

#include "inference/components.hpp"
#include "util/bits.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

// The size of a neighbourhood: a number and the eight around it on a grid.
constexpr std::size_t kConstraints = 9;

// A neighbourhood that needs more stored values is skipped.
constexpr std::size_t kLocalValues = std::size_t{1} << 16;

// Proves what it can about a component that is too large to count, by counting every neighbourhood of a few
// constraints by itself. What a neighbourhood forbids, the whole component forbids, too. Returns an uncounted
// sweep, or an impossible one if a neighbourhood contradicts itself. May throw whatever the limits' poll
// throws.
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

// The cache takes 8 MB. A component of a typical game has far fewer than a thousand values, and a larger
// cache has hardly more hits.
constexpr std::size_t kMostValues = std::size_t{1} << 20;

// A component with more groups than this is too large for an estimate to be worth anything.
constexpr std::size_t kMostGroups = 20000;

}  // namespace

std::size_t SweepCache::Hash::operator()(const Key& key) const {
    return hash_of(key);
}

std::shared_ptr<const Sweep> SweepCache::count(const Component& component, const Limits& limits) {
    try {
        return build_(component, limits);
    } catch (const BudgetExceeded&) {
        if (!limits.estimate || component.groups() > kMostGroups) throw;
    }
    return prove_locally(component, build_, limits);
}

std::shared_ptr<const Sweep> SweepCache::find(const Component& component, const Limits& limits) {
    poll_(limits);
    key_.clear();
    key_.push_back(static_cast<std::uint32_t>(component.groups()));
    for (const auto* numbers :
         {&component.group_sizes, &component.constraint_ends, &component.constraints, &component.needs})
        key_.insert(key_.end(), numbers->begin(), numbers->end());
    const auto entry = sweeps_.find(key_);
    if (entry != sweeps_.end()) return entry->second;
    std::shared_ptr<const Sweep> sweep = count(component, limits);
    // It seldom forgets, and then everything, which is simple. Components in use come back at their first
    // miss.
    if (values_ + sweep->stored_values() > kMostValues) {
        sweeps_.clear();
        values_ = 0;
    }
    values_ += sweep->stored_values();
    sweeps_.emplace(key_, sweep);
    return sweep;
}

}  // namespace sapper

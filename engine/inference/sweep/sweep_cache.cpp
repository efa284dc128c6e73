#include "inference/sweep/sweep_cache.hpp"

#include "inference/estimate/proofs.hpp"
#include "util/bits.hpp"

namespace sapper {

namespace {

// 8 MB. A component of a typical game has far fewer than a thousand values, and a larger cache hardly finds
// more.
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
    const auto found = sweeps_.find(key_);
    if (found != sweeps_.end()) return found->second;
    std::shared_ptr<const Sweep> sweep = count(component, limits);
    // Forgets everything at once, which is simple and rare. Components in use come back at their first miss.
    if (values_ + sweep->stored_values() > kMostValues) {
        sweeps_.clear();
        values_ = 0;
    }
    values_ += sweep->stored_values();
    sweeps_.emplace(key_, sweep);
    return sweep;
}

}  // namespace sapper

#include "strategy/players/composition.hpp"

#include <stdexcept>

#include "knowledge/levels.hpp"
#include "strategy/players/composed.hpp"
#include "strategy/players/least_risk.hpp"
#include "strategy/policies/policies.hpp"
#include "strategy/policies/sampled_odds.hpp"

namespace sapper {

namespace {

// Whether the level counts. The odds then know all that it knows.
bool counts(const LevelPart& level) {
    const auto* name = std::get_if<std::string>(&level);
    return name != nullptr && (*name == "exact" || *name == "sampled");
}

bool is_named(const auto& part, std::string_view name) {
    const auto* given = std::get_if<std::string>(&part);
    return given != nullptr && *given == name;
}

std::unique_ptr<Level> level_from(const LevelPart& part, std::shared_ptr<const Topology> topology,
                                  std::uint32_t mines) {
    if (const auto* function = std::get_if<ConcludeFunction>(&part))
        return level_of(*function, std::move(topology), mines);
    // Sampling changes the odds, not what is certain.
    return make_level(is_named(part, "sampled") ? "exact" : std::get<std::string>(part), std::move(topology),
                      mines);
}

std::unique_ptr<Odds> odds_from(const LevelPart& part, std::shared_ptr<const Topology> topology,
                                std::uint32_t mines) {
    if (is_named(part, "sampled")) return std::make_unique<SampledOdds>(std::move(topology), mines);
    return std::make_unique<Odds>(std::move(topology), mines);
}

std::unique_ptr<Policy> policy_from(const PolicyPart& part, const LevelPart& level,
                                    const Topology& topology) {
    if (const auto* function = std::get_if<PickFunction>(&part)) return policy_of(*function, counts(level));
    const std::string& name = std::get<std::string>(part);
    std::unique_ptr<Policy> policy = make_policy(name, topology);
    if (!policy) throw std::invalid_argument("There is no policy named '" + name + "'.");
    return policy;
}

}  // namespace

std::unique_ptr<Player> put_together(const LevelPart& level, const PolicyPart& policy, bool endgame,
                                     std::shared_ptr<const Topology> topology, std::uint32_t mines) {
    if (is_named(level, "exact") && is_named(policy, "first") && !endgame)
        return std::make_unique<LeastRisk>(std::move(topology), mines);
    std::unique_ptr<Policy> picks = policy_from(policy, level, *topology);
    const bool needs_odds = endgame || picks->needs() != Policy::Needs::level;
    const bool needs_level = picks->needs() != Policy::Needs::odds || !counts(level);
    std::unique_ptr<Level> concludes = needs_level ? level_from(level, topology, mines) : nullptr;
    std::unique_ptr<Odds> odds = needs_odds ? odds_from(level, topology, mines) : nullptr;
    return std::make_unique<Composed>(std::move(concludes), std::move(odds), std::move(picks), endgame);
}

bool needs_mine_count(const LevelPart& level, const PolicyPart& policy, bool endgame) {
    const bool named =
        std::holds_alternative<std::string>(level) && std::holds_alternative<std::string>(policy);
    if (!named || endgame || counts(level)) return true;
    return policy_from(policy, level, *Topology::grid({1, 1}))->needs_mine_count();
}

}  // namespace sapper

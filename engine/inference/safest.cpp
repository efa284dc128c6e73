#include "inference/safest.hpp"

#include <algorithm>
#include <limits>

namespace sapper {

namespace {

Guess safest_of(const Frontier::Part& part, const std::vector<Marginal>& marginals) {
    Guess best = kNoGuess;
    for (std::size_t group = 0; group < marginals.size(); ++group) {
        if (!marginals[group].can_be_safe) continue;
        best = safer(best, {part.placement.cells_of(group).front(), marginals[group].risk()});
    }
    return best;
}

}  // namespace

Guess Safest::find(Frontier& frontier, Probabilities& probabilities, const Guess& sea, const Limits& limits) {
    const bool exact = probabilities.exact();
    Guess best = safer(exact ? of_fixed_parts(frontier, probabilities, limits) : kNoGuess, sea);
    const std::vector<std::uint32_t>& ids = exact ? frontier.free_parts() : frontier.parts();
    least_.resize(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i)
        least_[i] = risk_bound(frontier, probabilities, ids[i]);
    const auto look_at = [&](std::uint32_t id) {
        const double least = find_least_risk(frontier, probabilities, id, limits);
        best = safer(best, safest_of(frontier.part(id), probabilities.of(frontier.part(id), limits)));
        return least;
    };
    // The part with the lowest bound probably has the safest cell. Its risk then rules out most other parts.
    const auto first = std::ranges::min_element(least_);
    if (first != least_.end()) *first = look_at(ids[static_cast<std::size_t>(first - least_.begin())]);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (!is_riskier(least_[i], best.risk)) look_at(ids[i]);
    }
    return best;
}

// Large boards have many fixed parts, and few of them change from one guess to the next.
const Guess& Safest::of_fixed_parts(Frontier& frontier, Probabilities& probabilities, const Limits& limits) {
    const auto of_bucket = [&](std::size_t bucket) {
        Guess best = kNoGuess;
        for (std::uint32_t id : frontier.bucket(bucket)) {
            Frontier::Part& part = frontier.part(id);
            if (!part.is_fixed()) continue;
            Guess& safest = memory_of(frontier, id).safest;
            if (safest.cell == kNoCell) safest = safest_of(part, probabilities.of(part, limits));
            best = safer(best, safest);
        }
        return best;
    };
    return fixed_(of_bucket, safer);
}

Safest::Memory& Safest::memory_of(const Frontier& frontier, std::uint32_t id) {
    if (id >= memories_.size()) memories_.resize(frontier.part_ids());
    Memory& memory = memories_[id];
    if (memory.serial != frontier.part(id).serial) {
        memory.serial = frontier.part(id).serial;
        memory.safest = kNoGuess;
        memory.weights.clear();
    }
    return memory;
}

// The least risk of a part's cells. Remembers it with the weights for which it holds.
double Safest::find_least_risk(Frontier& frontier, Probabilities& probabilities, std::uint32_t id,
                               const Limits& limits) {
    Frontier::Part& part = frontier.part(id);
    Memory& memory = memory_of(frontier, id);
    const std::vector<Marginal>& marginals = probabilities.of(part, limits);  // first, because it may throw
    memory.least_risk = std::numeric_limits<double>::infinity();
    for (const Marginal& marginal : marginals) {
        if (marginal.can_be_safe) memory.least_risk = std::min(memory.least_risk, marginal.risk());
    }
    memory.weights.clear();
    if (probabilities.exact()) {
        const std::span<const double> weights = probabilities.weights_of(part);
        memory.weights.assign(weights.begin(), weights.end());
    }
    return memory.least_risk;
}

// A lower bound on the risk of the part's cells. A risk is a quotient of two sums with the weights as
// coefficients. If every weight changes by a factor between `least` and `most`, the risk falls at most by the
// factor least / most. On large boards weights hardly change, so this rules out nearly all parts.
double Safest::risk_bound(const Frontier& frontier, const Probabilities& probabilities, std::uint32_t id) {
    const Memory& memory = memory_of(frontier, id);
    if (memory.weights.empty() || !probabilities.exact()) return 0;
    const std::span<const double> weights = probabilities.weights_of(frontier.part(id));
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
        if ((weights[k] > 0) != (memory.weights[k] > 0)) return 0;
        if (weights[k] == 0) continue;
        const double change = weights[k] / memory.weights[k];
        least = std::min(least, change);
        most = std::max(most, change);
    }
    constexpr double kRounding = 1 - 1e-9;
    return memory.least_risk * (least / most) * kRounding;
}

}  // namespace sapper

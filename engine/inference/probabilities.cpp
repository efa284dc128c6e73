#include "inference/probabilities.hpp"

#include <algorithm>
#include <limits>

namespace sapper {

namespace {

// Marks marginals that are valid in every position.
constexpr std::uint64_t kAllPositions = UINT64_MAX;

}  // namespace

void Probabilities::clear() {
    ++position_;
    coupling_ = {};
    estimate_ = {};
}

void Probabilities::find(Frontier& frontier, std::size_t sea, std::int64_t mines, const Limits& limits) {
    if (frontier.uncounted_parts() > 0) return estimate_all(frontier, sea, mines, limits);
    list_free_parts(frontier);
    coupling_ = couple(factors_, sea, mines - frontier.fixed_mines());
    set_sea();
}

void Probabilities::find(Frontier& frontier, std::size_t sea, MineWeights mines, const Limits& limits) {
    if (frontier.uncounted_parts() > 0)
        throw BudgetExceeded(
            "the position is too entangled to count, and estimates need the number of mines");
    list_free_parts(frontier);
    mines.take(static_cast<std::size_t>(frontier.fixed_mines()));
    coupling_ = couple(factors_, sea, mines, limits);
    set_sea();
}

// A fixed part only takes its mines from the total. It has no other effect on the rest of the board.
void Probabilities::list_free_parts(Frontier& frontier) {
    factors_.clear();
    for (std::uint32_t id : frontier.free_parts()) {
        const Sweep& sweep = *frontier.part(id).sweep;
        factors_.push_back({sweep.least_mines(), sweep.ways()});
    }
}

void Probabilities::set_sea() {
    sea_ = {coupling_.sea_probability, coupling_.sea_can_be_mine, coupling_.sea_can_be_safe};
}

// Nothing says which totals can be reached, so only what each component proves by itself is certain.
void Probabilities::estimate_all(Frontier& frontier, std::size_t sea, std::int64_t mines,
                                 const Limits& limits) {
    estimate_ = estimate(frontier.sweeps(), sea, mines, limits);
    for (std::uint32_t id : frontier.parts()) {
        Frontier::Part& part = frontier.part(id);
        const std::vector<ValueWithError>& estimates = estimate_.mine_probability[part.index];
        part.marginals.clear();
        for (std::size_t group = 0; group < estimates.size(); ++group) {
            const Possibilities& possible = part.sweep->possibilities()[group];
            part.marginals.push_back({estimates[group].value, possible.mine, possible.safe});
        }
        part.position = position_;
    }
    sea_ = {estimate_.sea.value, true, true};
    coupling_.possible = true;
    coupling_.restricts = true;
    coupling_.log_total = estimate_.log_total.value;
}

const std::vector<Marginal>& Probabilities::of(Frontier::Part& part, const Limits& limits) {
    const std::uint64_t now = exact() && part.is_fixed() ? kAllPositions : position_;
    if (part.position != now) {
        poll_(limits);
        part.marginals = part.sweep->marginals(weights_of(part), limits);
        part.position = now;
    }
    return part.marginals;
}

std::span<const double> Probabilities::weights_of(const Frontier::Part& part) const {
    static constexpr double kOne = 1;
    if (part.is_fixed()) return {&kOne, 1};
    return coupling_.weights(part.free_index);
}

namespace {

CellRisk safest_of(const Frontier::Part& part, const std::vector<Marginal>& marginals) {
    CellRisk best = kNoGuess;
    for (std::size_t group = 0; group < marginals.size(); ++group) {
        if (!marginals[group].can_be_safe) continue;
        best = safer(best, {part.placement.cells_of(group).front(), marginals[group].risk()});
    }
    return best;
}

}  // namespace

CellRisk Safest::find(Frontier& frontier, Probabilities& probabilities, const CellRisk& sea,
                      const Limits& limits) {
    const bool exact = probabilities.exact();
    CellRisk best = safer(exact ? of_fixed_parts(frontier, probabilities, limits) : kNoGuess, sea);
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
const CellRisk& Safest::of_fixed_parts(Frontier& frontier, Probabilities& probabilities,
                                       const Limits& limits) {
    const auto of_bucket = [&](std::size_t bucket) {
        CellRisk best = kNoGuess;
        for (std::uint32_t id : frontier.bucket(bucket)) {
            Frontier::Part& part = frontier.part(id);
            if (!part.is_fixed()) continue;
            CellRisk& safest = memory_of(frontier, id).safest;
            if (safest.cell == kNoCell) safest = safest_of(part, probabilities.of(part, limits));
            best = safer(best, safest);
        }
        return best;
    };
    return fixed_parts_(of_bucket, safer);
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

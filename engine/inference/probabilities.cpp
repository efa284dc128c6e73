#include "inference/probabilities.hpp"

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
    if (frontier.uncounted() > 0) return estimate_all(frontier, sea, mines, limits);
    list_free_parts(frontier);
    coupling_ = couple(factors_, sea, mines - frontier.fixed_mines());
    set_sea();
}

void Probabilities::find(Frontier& frontier, std::size_t sea, MineWeights mines, const Limits& limits) {
    if (frontier.uncounted() > 0)
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
        const std::vector<EstimatedValue>& estimates = estimate_.mine_probability[part.index];
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

}  // namespace sapper

#include "inference/gibbs_chain.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "util/lists.hpp"

namespace sapper {

namespace {

// The numbers of a neighbourhood, from 8 x 8 to 3 x 3 on a grid. The larger the neighbourhoods, the better
// the chain mixes.
constexpr std::array<std::size_t, 6> kSizes{64, 49, 36, 25, 16, 9};
constexpr std::size_t kTries = 4;

// The values that a neighbourhood may store when it is counted, which takes a few milliseconds. A move leaves
// a larger neighbourhood unchanged. Moves never change whether it is too large.
constexpr std::size_t kValues = std::size_t{1} << 17;

}  // namespace

GibbsChain::GibbsChain(const std::vector<const Component*>& components, const TotalWeights& weights,
                       Random& random)
    : weights_(weights), random_(random), totals_(weights.weights.size(), 0.0) {
    for (std::size_t p = 0; p < components.size(); ++p) {
        const Component& component = *components[p];
        for (std::uint32_t c = 0; c < component.needs.size(); ++c)
            seeds_.push_back({static_cast<std::uint32_t>(p), c});
        parts_.push_back({&component,
                          Neighbourhoods(component),
                          {},
                          std::vector<Tally>(component.groups()),
                          std::vector<bool>(component.needs.size(), false)});
    }
}

void GibbsChain::run(std::vector<std::vector<std::uint32_t>> mines, std::size_t values, SweepBuilder& build,
                     const Limits& limits) {
    total_ = 0;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
        parts_[p].mines = std::move(mines[p]);
        for (std::uint32_t in_group : parts_[p].mines)
            total_ += in_group;
    }
    // If no move is possible, the start is the whole result.
    totals_[static_cast<std::size_t>(total_ - weights_.least)] += 1e-9;
    random_.shuffle(seeds_);
    if (constraints_ == 0) choose_size(build, limits);
    std::size_t stored_values = 0;
    for (std::size_t next = 0; stored_values < values; next = (next + 1) % seeds_.size()) {
        if (limits.poll) limits.poll();
        stored_values += move(seeds_[next], stored_values >= values / 4, build, limits);
    }
}

// Chooses the largest neighbourhoods that can usually be counted.
void GibbsChain::choose_size(SweepBuilder& build, const Limits& limits) {
    for (std::size_t size : kSizes) {
        constraints_ = size;
        bool can_count = true;
        for (std::size_t i = 0; i < std::min(kTries, seeds_.size()) && can_count; ++i) {
            choose_block(parts_[seeds_[i].part], seeds_[i].constraint);
            can_count = groups_.empty() || count_block(parts_[seeds_[i].part], build, limits) != nullptr;
        }
        if (can_count) return;
    }
}

// Chooses the groups that are connected with the first constraint and whose constraints all lie in the
// neighbourhood, and computes what these constraints need from them.
void GibbsChain::choose_block(Part& part, std::uint32_t constraint) {
    const Component& component = *part.component;
    const std::vector<std::uint32_t>& near = part.neighbourhoods.around(constraint, constraints_);
    for (std::uint32_t c : near)
        part.inside[c] = true;
    const auto all_inside = [&](std::uint32_t g) {
        return std::ranges::all_of(component.constraints_of(g),
                                   [&](std::uint32_t c) { return part.inside[c]; });
    };
    needs_.assign(component.needs.size(), kNoNeed);
    needs_[constraint] = component.needs[constraint];
    groups_.clear();
    reached_.assign(1, constraint);
    for (std::size_t next = 0; next < reached_.size(); ++next) {
        const std::uint32_t c = reached_[next];
        for (std::uint32_t g : part.neighbourhoods.groups_of(c)) {
            if (!all_inside(g)) {
                needs_[c] -= part.mines[g];
                continue;
            }
            groups_.push_back(g);
            for (std::uint32_t other : component.constraints_of(g)) {
                if (needs_[other] != kNoNeed) continue;
                needs_[other] = component.needs[other];
                reached_.push_back(other);
            }
        }
    }
    for (std::uint32_t c : near)
        part.inside[c] = false;
    sort_and_drop_repeated(groups_);
}

// Null if the block is too large to count.
std::shared_ptr<const Sweep> GibbsChain::count_block(const Part& part, SweepBuilder& build,
                                                     const Limits& limits) const {
    const Limits local{std::min(kValues, limits.values), limits.poll, false};
    try {
        return build(part_of(*part.component, groups_, needs_), local);
    } catch (const BudgetExceeded&) {
        return nullptr;
    }
}

std::size_t GibbsChain::move(const Seed& seed, bool tally, SweepBuilder& build, const Limits& limits) {
    Part& part = parts_[seed.part];
    choose_block(part, seed.constraint);
    if (groups_.empty()) return 1;
    std::int64_t outside = total_;
    for (std::uint32_t g : groups_)
        outside -= part.mines[g];
    const std::shared_ptr<const Sweep> sweep = count_block(part, build, limits);
    if (sweep == nullptr) return kValues;
    std::vector<double> weights(sweep->ways().size());
    double sum = 0;
    counts_.clear();
    for (std::size_t i = 0; i < weights.size(); ++i) {
        weights[i] = weights_(outside + sweep->least_mines() + static_cast<std::int64_t>(i));
        sum += weights[i] * sweep->ways()[i];
        counts_.add(i, weights[i] * sweep->ways()[i]);
    }
    if (tally) {
        const std::vector<Marginal> marginals = sweep->marginals(weights, limits);
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            part.tallies[groups_[i]].sum += marginals[i].mine_probability;
            ++part.tallies[groups_[i]].count;
        }
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const std::int64_t total = outside + sweep->least_mines() + static_cast<std::int64_t>(i);
            if (weights[i] > 0)
                totals_[static_cast<std::size_t>(total - weights_.least)] +=
                    weights[i] * sweep->ways()[i] / sum;
        }
    }
    const std::vector<std::uint32_t> mines = sweep->draw(counts_.draw(random_), random_);
    total_ = outside;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        part.mines[groups_[i]] = mines[i];
        total_ += mines[i];
    }
    return sweep->stored_values();
}

std::vector<double> GibbsChain::mine_probability(std::size_t component) const {
    const Part& part = parts_[component];
    std::vector<double> result(part.mines.size());
    for (std::size_t g = 0; g < result.size(); ++g) {
        const Tally& tally = part.tallies[g];
        result[g] = tally.count > 0 ? tally.sum / tally.count
                                    : static_cast<double>(part.mines[g]) / part.component->group_sizes[g];
    }
    return result;
}

}  // namespace sapper

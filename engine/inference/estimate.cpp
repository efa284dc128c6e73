#include "inference/estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "inference/coupling.hpp"
#include "inference/state_sampling.hpp"
#include "inference/sweep_builder.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

// The chains that it wants, those that suffice, and how often it tries to start one.
constexpr std::size_t kChains = 5;
constexpr std::size_t kFewestChains = 3;
constexpr std::size_t kAttempts = 8;

// The configurations that it draws from one sampled sweep. The chain starts again from each.
constexpr std::size_t kDraws = 3;

// A sampled sweep may keep as many states in all layers together as the budget divided by this, because a
// state takes a few dozen values. In one layer it keeps at most kMostStates, because more are not worth their
// time, and at least kFewestStates, because with fewer it may find no configuration.
constexpr std::size_t kStateShare = 64;
constexpr std::size_t kMostStates = 600;
constexpr std::size_t kFewestStates = 32;

// A chain may store the budget divided by this, in values, but always at least this many.
constexpr std::size_t kChainShare = 5;
constexpr std::size_t kFewestChainValues = std::size_t{1} << 21;

// The error is at least this, even when the chains agree perfectly.
constexpr double kLeastError = 1e-3;

// The two-sided 95 % quantile of Student's distribution with n - 1 degrees of freedom.
double student(std::size_t n) {
    constexpr std::array<double, kAttempts + 1> kQuantiles{0,     0,     12.71, 4.303, 3.183,
                                                           2.777, 2.571, 2.447, 2.365};
    return kQuantiles[n];
}

double mean_of(std::span<const double> values) {
    double sum = 0;
    for (double value : values)
        sum += value;
    return sum / static_cast<double>(values.size());
}

// The mean of the chains' probabilities, with its error.
ValueWithError from_chains(std::span<const double> values) {
    const auto n = static_cast<double>(values.size());
    const double mean = mean_of(values);
    double squares = 0;
    for (double value : values)
        squares += (value - mean) * (value - mean);
    const double deviation = std::sqrt(squares / (n * (n - 1)));
    const double error = std::max(student(values.size()) * deviation, kLeastError);
    return {mean, std::min(error, std::max(mean, 1 - mean))};
}

// The logarithm of the mean of numbers, from their logarithms, with the jackknife error.
ValueWithError log_of_mean(std::span<const double> logs) {
    const double largest = *std::ranges::max_element(logs);
    std::vector<double> values;
    for (double log : logs)
        values.push_back(std::exp(log - largest));
    const auto n = static_cast<double>(values.size());
    const double sum = n * mean_of(values);
    std::vector<double> without;
    for (double value : values)
        without.push_back(std::log(std::max(sum - value, 1e-12) / (n - 1)));
    const double mean = mean_of(without);
    double squares = 0;
    for (double log : without)
        squares += (log - mean) * (log - mean);
    const double error = student(values.size()) * std::sqrt(squares * (n - 1) / n);
    return {largest + std::log(sum / n), std::max(error, kLeastError)};
}

class Estimator {
  public:
    Estimator(std::span<const std::shared_ptr<const Sweep>> sweeps, std::uint64_t sea, std::int64_t mines,
              const Limits& limits)
        : sweeps_(sweeps), sea_(sea), mines_(mines), limits_(limits) {
        for (const std::shared_ptr<const Sweep>& sweep : sweeps) {
            if (sweep->is_counted()) {
                factors_.push_back({sweep->least_mines(), sweep->ways()});
            } else {
                large_.push_back(std::make_unique<Large>(sweep->component(), limits));
            }
        }
    }

    Estimate run() {
        for (std::uint64_t number = 0; number < kAttempts && means_.size() < kChains; ++number)
            attempt(number);
        if (means_.size() < kFewestChains) {
            throw BudgetExceeded(
                "a component of the frontier is too entangled to count within the budget of " +
                std::to_string(limits_.values) +
                " stored values, and too few of its configurations were found to estimate it");
        }
        std::size_t next = 0;
        const auto next_estimate = [&] {
            std::vector<double> values;
            for (const Means& means : means_)
                values.push_back(means[next]);
            ++next;
            return from_chains(values);
        };
        Estimate result;
        for (const std::shared_ptr<const Sweep>& sweep : sweeps_) {
            std::vector<ValueWithError>& of_sweep = result.mine_probability.emplace_back();
            for (std::size_t g = 0; g < sweep->possibilities().size(); ++g)
                of_sweep.push_back(next_estimate());
        }
        result.sea = next_estimate();
        result.log_total = log_of_mean(logs_);
        return result;
    }

  private:
    // A component that is too large to count, with what samples it.
    struct Large {
        Large(const Component& large_component, const Limits& limits)
            : component(large_component),
              proposal(large_component, build.plan(large_component, limits), limits),
              states(std::clamp(limits.values / kStateShare / large_component.groups(), kFewestStates,
                                kMostStates)) {}

        const Component& component;
        SweepBuilder build;
        Proposal proposal;
        std::size_t states;
    };
    // The results of one chain: a cell of each group of all sweeps, one after another, then the sea.
    using Means = std::vector<double>;

    // Finds configurations and runs a chain from them. Returns false if it finds none.
    bool attempt(std::uint64_t number) {
        Random random(0, number, Stream::estimate);
        logs_.push_back(-std::numeric_limits<double>::infinity());
        std::vector<Sweep> samples;
        std::vector<Factor> factors = factors_;
        double log_scale = 0;
        for (const std::unique_ptr<Large>& large : large_) {
            samples.push_back(large->build.sample({large->proposal, large->states, random}, limits_));
            if (!samples.back().possible()) return false;
            log_scale += static_cast<double>(samples.back().exponent()) * std::log(2.0);
        }
        for (const Sweep& sweep : samples)
            factors.push_back({sweep.least_mines(), sweep.ways()});
        const Coupling coupling = couple(factors, sea_, mines_);
        if (!coupling.possible) return false;
        logs_.back() = coupling.log_total + log_scale;

        const TotalWeights weights = weights_of_totals(samples);
        std::vector<const Component*> components;
        for (const std::unique_ptr<Large>& large : large_)
            components.push_back(&large->component);
        GibbsChain chain(components, weights, random);
        const std::size_t values = std::max(limits_.values / kChainShare, kFewestChainValues);
        for (std::size_t i = 0; i < kDraws; ++i)
            chain.run(draw(samples, random), values / kDraws, build_block_, limits_);
        means_.push_back(means_of(chain, weights));
        return true;
    }

    // Draws a configuration of all sampled sweeps together: one sweep after another, each under the condition
    // of those before.
    std::vector<std::vector<std::uint32_t>> draw(const std::vector<Sweep>& samples, Random& random) const {
        constexpr double kOne[] = {1};
        std::vector<Factor> factors = factors_;
        for (const Sweep& sweep : samples)
            factors.push_back({sweep.least_mines(), sweep.ways()});
        std::vector<std::vector<std::uint32_t>> mines_in_groups;
        for (const Sweep& sweep : samples) {
            const std::size_t factor = factors_.size() + mines_in_groups.size();
            const Coupling coupling = couple(factors, sea_, mines_);
            WeightedChoice<std::size_t> counts;
            for (std::size_t k = 0; k < sweep.ways().size(); ++k)
                counts.add(k, sweep.ways()[k] * coupling.weights(factor)[k]);
            mines_in_groups.push_back(sweep.draw(counts.draw(random), random, limits_));
            std::uint32_t mines = 0;
            for (std::uint32_t in_group : mines_in_groups.back())
                mines += in_group;
            factors[factor] = {mines, kOne};
        }
        return mines_in_groups;
    }

    // The weight that the sea and the counted components give to each total of the others.
    TotalWeights weights_of_totals(const std::vector<Sweep>& samples) const {
        TotalWeights weights;
        std::size_t counts = 1;
        for (const Sweep& sweep : samples) {
            weights.least += sweep.least_mines();
            counts += sweep.ways().size() - 1;
        }
        const std::vector<double> ones(counts, 1.0);
        std::vector<Factor> factors = factors_;
        factors.push_back({weights.least, ones});
        const Coupling coupling = couple(factors, sea_, mines_);
        const std::span<const double> of_totals = coupling.weights(factors_.size());
        weights.weights.assign(of_totals.begin(), of_totals.end());
        return weights;
    }

    Means means_of(const GibbsChain& chain, const TotalWeights& weights) const {
        // Without the weight of the others, the time spent at a total is proportional to its number of ways.
        std::vector<double> ways = chain.totals();
        for (std::size_t i = 0; i < ways.size(); ++i)
            ways[i] = ways[i] > 0 ? ways[i] / weights.weights[i] : 0;
        const auto is_possible = [](double way) { return way > 0; };
        const auto first = std::ranges::find_if(ways, is_possible);
        const auto last = std::find_if(ways.rbegin(), ways.rend(), is_possible).base();
        std::vector<Factor> factors = factors_;
        factors.push_back({weights.least + static_cast<std::uint32_t>(first - ways.begin()), {first, last}});
        const Coupling coupling = couple(factors, sea_, mines_);

        Means means;
        std::size_t factor_of_sweep = 0;
        std::size_t large = 0;
        for (const std::shared_ptr<const Sweep>& sweep : sweeps_) {
            if (sweep->is_counted()) {
                for (const Marginal& marginal :
                     sweep->marginals(coupling.weights(factor_of_sweep++), limits_))
                    means.push_back(marginal.mine_probability);
            } else {
                const std::vector<double> of_groups = chain.mine_probability(large++);
                append(means, of_groups);
            }
        }
        means.push_back(coupling.sea_probability);
        return means;
    }

    std::span<const std::shared_ptr<const Sweep>> sweeps_;
    std::uint64_t sea_;
    std::int64_t mines_;
    const Limits& limits_;
    std::vector<std::unique_ptr<Large>> large_;
    std::vector<Factor> factors_;
    SweepBuilder build_block_;
    std::vector<double> logs_;  // logarithm of the number of configurations, by attempt
    std::vector<Means> means_;  // by chain
};

}  // namespace

Estimate estimate(std::span<const std::shared_ptr<const Sweep>> sweeps, std::uint64_t sea, std::int64_t mines,
                  const Limits& limits) {
    return Estimator(sweeps, sea, mines, limits).run();
}

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
    queue_.assign(1, constraint);
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        const std::uint32_t c = queue_[next];
        for (std::uint32_t g : part.neighbourhoods.groups_of(c)) {
            if (!all_inside(g)) {
                needs_[c] -= part.mines[g];
                continue;
            }
            groups_.push_back(g);
            for (std::uint32_t other : component.constraints_of(g)) {
                if (needs_[other] != kNoNeed) continue;
                needs_[other] = component.needs[other];
                queue_.push_back(other);
            }
        }
    }
    for (std::uint32_t c : near)
        part.inside[c] = false;
    sort_and_drop_repeats(groups_);
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

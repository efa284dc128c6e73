#include "inference/estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "inference/coupling.hpp"
#include "inference/gibbs_chain.hpp"
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
EstimatedValue from_chains(std::span<const double> values) {
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
EstimatedValue log_of_mean(std::span<const double> logs) {
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
            if (sweep->counted()) {
                counted_.push_back({sweep->least_mines(), sweep->ways()});
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
            std::vector<EstimatedValue>& of_sweep = result.mine_probability.emplace_back();
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
        std::vector<Sweep> sampled;
        std::vector<Factor> factors = counted_;
        double log_scale = 0;
        for (const std::unique_ptr<Large>& large : large_) {
            sampled.push_back(large->build.sample({large->proposal, large->states, random}, limits_));
            if (!sampled.back().possible()) return false;
            log_scale += static_cast<double>(sampled.back().exponent()) * std::log(2.0);
        }
        for (const Sweep& sweep : sampled)
            factors.push_back({sweep.least_mines(), sweep.ways()});
        const Coupling coupling = couple(factors, sea_, mines_);
        if (!coupling.possible) return false;
        logs_.back() = coupling.log_total + log_scale;

        const TotalWeights weights = weights_of_totals(sampled);
        std::vector<const Component*> components;
        for (const std::unique_ptr<Large>& large : large_)
            components.push_back(&large->component);
        GibbsChain chain(components, weights, random);
        const std::size_t values = std::max(limits_.values / kChainShare, kFewestChainValues);
        for (std::size_t i = 0; i < kDraws; ++i)
            chain.run(draw(sampled, random), values / kDraws, build_block_, limits_);
        means_.push_back(means_of(chain, weights));
        return true;
    }

    // Draws a configuration of all sampled sweeps together: one sweep after another, each under the condition
    // of those before.
    std::vector<std::vector<std::uint32_t>> draw(const std::vector<Sweep>& sampled, Random& random) const {
        constexpr double kOne[] = {1};
        std::vector<Factor> factors = counted_;
        for (const Sweep& sweep : sampled)
            factors.push_back({sweep.least_mines(), sweep.ways()});
        std::vector<std::vector<std::uint32_t>> mines_in_groups;
        for (const Sweep& sweep : sampled) {
            const std::size_t factor = counted_.size() + mines_in_groups.size();
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
    TotalWeights weights_of_totals(const std::vector<Sweep>& sampled) const {
        TotalWeights weights;
        std::size_t counts = 1;
        for (const Sweep& sweep : sampled) {
            weights.least += sweep.least_mines();
            counts += sweep.ways().size() - 1;
        }
        const std::vector<double> ones(counts, 1.0);
        std::vector<Factor> factors = counted_;
        factors.push_back({weights.least, ones});
        const Coupling coupling = couple(factors, sea_, mines_);
        const std::span<const double> of_totals = coupling.weights(counted_.size());
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
        std::vector<Factor> factors = counted_;
        factors.push_back({weights.least + static_cast<std::uint32_t>(first - ways.begin()), {first, last}});
        const Coupling coupling = couple(factors, sea_, mines_);

        Means means;
        std::size_t counted = 0;
        std::size_t large = 0;
        for (const std::shared_ptr<const Sweep>& sweep : sweeps_) {
            if (sweep->counted()) {
                for (const Marginal& marginal : sweep->marginals(coupling.weights(counted++), limits_))
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
    std::vector<Factor> counted_;
    SweepBuilder build_block_;
    std::vector<double> logs_;  // logarithm of the number of configurations, by attempt
    std::vector<Means> means_;  // by chain
};

}  // namespace

Estimate estimate(std::span<const std::shared_ptr<const Sweep>> sweeps, std::uint64_t sea, std::int64_t mines,
                  const Limits& limits) {
    return Estimator(sweeps, sea, mines, limits).run();
}

}  // namespace sapper

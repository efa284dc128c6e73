// Estimates of the probabilities of a position in which some components are too large to count. Sampled
// sweeps find several independent configurations, and a Gibbs chain walks on from each. The spread between
// the chains gives the error of the mean. The engine counts the other components, and the mine count couples
// everything, as in exact inference. The same position always gives the same estimate.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "inference/components.hpp"
#include "inference/sweep.hpp"
#include "inference/sweep_builder.hpp"
#include "util/limits.hpp"
#include "util/random.hpp"

namespace sapper {

struct ValueWithError {
    double value = 0;
    double error = 0;  // a 95 % interval: value plus or minus error
};

struct Estimate {
    std::vector<std::vector<ValueWithError>> mine_probability;  // of a cell of each group of each sweep
    ValueWithError sea;                                         // of a cell of the sea
    ValueWithError log_total;
};

// All sweeps and the `sea` cells share `mines` mines. Throws BudgetExceeded if it finds too few
// configurations for an honest answer, and whatever the limits' poll throws.
Estimate estimate(std::span<const std::shared_ptr<const Sweep>> sweeps, std::uint64_t sea, std::int64_t mines,
                  const Limits& limits);

// Gibbs sampling by blocks: a random walk through the configurations of components that are too large to
// count. Each move takes the cells in a neighbourhood of numbers, counts the ways to place their mines with
// everything else fixed, and draws one. So every configuration is visited in proportion to its weight. The
// tallies use the whole count of each neighbourhood, not only the placement drawn.

// The weight of each total of mines in these components. Totals outside the list weigh nothing.
struct TotalWeights {
    std::uint32_t least = 0;
    std::vector<double> weights;

    double operator()(std::int64_t total) const {
        const std::int64_t i = total - least;
        return i >= 0 && i < static_cast<std::int64_t>(weights.size()) ? weights[static_cast<std::size_t>(i)]
                                                                       : 0;
    }
};

class GibbsChain {
  public:
    GibbsChain(const std::vector<const Component*>& components, const TotalWeights& weights, Random& random);

    // Walks from a configuration until counting has stored `values` values. `mines` are the mines in each
    // group of each component, and their total must have a weight. Leaves the first quarter out of the
    // tallies, and adds the rest to earlier tallies.
    void run(std::vector<std::vector<std::uint32_t>> mines, std::size_t values, SweepBuilder& build,
             const Limits& limits);

    // The mine probability of a cell of each group of a component.
    std::vector<double> mine_probability(std::size_t component) const;
    // The share of time spent at each total, indexed like TotalWeights.
    const std::vector<double>& totals() const { return totals_; }

  private:
    struct Tally {
        double sum = 0;
        std::uint32_t count = 0;
    };
    struct Part {
        const Component* component;
        Neighbourhoods neighbourhoods;
        std::vector<std::uint32_t> mines;  // per group
        std::vector<Tally> tallies;        // per group
        std::vector<bool> inside;          // per constraint: whether it is in the current neighbourhood
    };
    struct Seed {
        std::uint32_t part;
        std::uint32_t constraint;
    };

    void choose_block(Part& part, std::uint32_t constraint);
    void choose_size(SweepBuilder& build, const Limits& limits);
    std::shared_ptr<const Sweep> count_block(const Part& part, SweepBuilder& build,
                                             const Limits& limits) const;
    std::size_t move(const Seed& seed, bool tally, SweepBuilder& build, const Limits& limits);

    std::vector<Part> parts_;
    std::vector<Seed> seeds_;
    const TotalWeights& weights_;
    Random& random_;
    std::size_t constraints_ = 0;  // numbers in a neighbourhood
    std::int64_t total_ = 0;
    std::vector<double> totals_;
    WeightedChoice<std::size_t> counts_;  // of mines in the block
    std::vector<std::uint32_t> groups_;   // of the block
    std::vector<std::uint32_t> queue_;    // constraints of the block
    std::vector<std::uint32_t> needs_;    // per constraint of the component: what is left for the block
};

}  // namespace sapper

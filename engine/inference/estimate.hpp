// Estimates of the probabilities of a position in which some components are too large to count. Sampled
// sweeps find several independent configurations, and a Gibbs chain walks on from each. The spread between
// the chains gives the error of the mean. The engine counts the other components, and the mine count couples
// everything, as in exact inference. The same position always gives the same estimate.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "inference/sweep.hpp"
#include "util/limits.hpp"

namespace sapper {

struct EstimatedValue {
    double value = 0;
    double error = 0;  // a 95 % interval: value plus or minus error
};

struct Estimate {
    std::vector<std::vector<EstimatedValue>> mine_probability;  // of a cell of each group of each sweep
    EstimatedValue sea;                                         // of a cell of the sea
    EstimatedValue log_total;
};

// All sweeps and the `sea` cells share `mines` mines. Throws BudgetExceeded if it finds too few
// configurations for an honest answer, and whatever the limits' poll throws.
Estimate estimate(std::span<const std::shared_ptr<const Sweep>> sweeps, std::uint64_t sea, std::int64_t mines,
                  const Limits& limits);

}  // namespace sapper

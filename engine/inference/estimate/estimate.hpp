// Probabilities of a position in which some components are too large to count. Several configurations are
// found by sampled sweeps, independent of each other, and from each a chain of moves explores its
// surroundings; their agreement tells how far to trust the mean. Deterministic: the same position, the same
// estimate. Everything couples through the mine count, as in exact inference, and what can be counted is.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "inference/sweep/sweep.hpp"
#include "util/limits.hpp"

namespace sapper {

struct Estimated {
    double value = 0;
    double error = 0;  // the truth is within this of the value 95 times in 100
};

struct Estimate {
    std::vector<std::vector<Estimated>> mine_probability;  // of a cell of each group of each sweep
    Estimated sea;                                         // of a cell of the sea
    Estimated log_total;
};

// `mines` are those for all sweeps and the `sea` cells together. Throws BudgetExceeded where too few
// configurations are found for an honest answer, and whatever limits.poll throws.
Estimate estimate(std::span<const std::shared_ptr<const Sweep>> sweeps, std::uint64_t sea, std::int64_t mines,
                  const Limits& limits);

}  // namespace sapper

// Analyses many positions of one topology on several threads. Each result depends only on its position, so it
// is the same for any number of threads. A contradictory position is marked and does not stop the others.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/position.hpp"
#include "inference/inference.hpp"
#include "util/limits.hpp"

namespace sapper {

// The results of position i are at index i. Those of its cells are at i * size() + cell.
struct BatchAnalysis {
    std::vector<double> mine_probability;  // NaN where revealed, and everywhere in a contradictory position
    std::vector<double> error;      // of the probability; 0 where exact, NaN where the probability is NaN
    std::vector<Verdict> verdicts;  // all `revealed` in a contradictory position
    std::vector<double> log_configurations;
    std::vector<double> log_configurations_error;
    std::vector<Cell> safest;  // kNoCell if no cell can be safe
    std::vector<double> safest_risk;
    std::vector<std::uint8_t> possible;
    std::vector<std::uint8_t> exact;
};

// `marks` holds the positions one after another, `mines` one number for each. A prior is one for all, in
// place of these numbers. Throws PositionError for a malformed position, BudgetExceeded, and whatever the
// limits' poll throws. Every thread polls.
BatchAnalysis analyse_batch(const std::shared_ptr<const Topology>& topology, std::span<const Mark> marks,
                            std::span<const std::uint32_t> mines,
                            const std::shared_ptr<const MinePrior>& prior, bool trust_flags, unsigned threads,
                            const Limits& limits);

}  // namespace sapper

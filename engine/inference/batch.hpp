// Analyses many positions of one topology on several threads. Each answer depends on its position alone, so
// it is the same for any number of threads. A contradictory position is marked and does not stop the others.
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
    std::vector<double> error;             // of the probability; 0 where exact
    std::vector<Verdict> verdicts;         // all revealed in a contradictory position
    std::vector<double> log_configurations;
    std::vector<double> log_configurations_error;
    std::vector<Cell> best;  // kNoCell where no cell can be safe
    std::vector<double> best_risk;
    std::vector<std::uint8_t> possible;
    std::vector<std::uint8_t> exact;
};

// `marks` holds the positions one after another, `mines` one number for each. Throws PositionError for the
// first malformed position, BudgetExceeded, and what limits.poll throws. Every thread polls.
BatchAnalysis analyse_batch(const std::shared_ptr<const Topology>& topology, std::span<const Mark> marks,
                            std::span<const std::uint32_t> mines, bool trust_flags, unsigned threads,
                            const Limits& limits);

}  // namespace sapper

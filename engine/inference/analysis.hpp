// The exact truth about a position: for every hidden cell the share of configurations with a mine there,
// which cells are certain, and how many configurations there are. Probabilities are within 1e-9 (relative) of
// the exact fraction; certainty is decided by logic, not by rounding. A position that no configuration fits
// throws Contradiction.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "board/position.hpp"
#include "inference/inference.hpp"
#include "util/limits.hpp"

namespace sapper {

struct Analysis {
    // Configurations as a product: known cells are fixed, each component has its ways for each count of
    // mines, and the sea takes the mines that are left.
    struct Factors {
        std::vector<std::shared_ptr<const Sweep>> sweeps;
        std::uint64_t sea = 0;
        std::int64_t mines = 0;  // for sweeps and sea together
    };

    std::vector<double> mine_probability;  // NaN where revealed
    std::vector<double> error;             // of the probability: 0 where it is exact, NaN where revealed
    std::vector<Verdict> verdicts;
    double log_configurations = 0;  // natural logarithm
    double log_configurations_error = 0;
    bool exact = true;
    Factors factors;

    // The first certainly safe cell, else the first of least mine probability; kNoCell when no cell can be
    // safe.
    Guess best;
};

// Trusted flags count as mines; otherwise a flag is a hidden cell like any other.
Analysis analyse(const Position& position, bool trust_flags, const Limits& limits);

}  // namespace sapper

// The exact analysis of a position: for every hidden cell its mine probability, which cells are certain, and
// how many configurations there are. Probabilities are within 1e-9 (relative) of the exact fraction. Logic
// decides what is certain, never rounding. Throws Contradiction if no configuration fits the position.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "board/position.hpp"
#include "inference/inference.hpp"
#include "util/limits.hpp"

namespace sapper {

struct Analysis {
    // What the number of configurations is made of: the ways of each component for each count of mines, and
    // the sea, which takes the remaining mines.
    struct Factors {
        std::vector<std::shared_ptr<const Sweep>> sweeps;
        std::uint64_t sea = 0;
        std::int64_t mines = 0;  // shared by the sweeps and the sea
    };

    std::vector<double> mine_probability;  // NaN where revealed
    std::vector<double> error;             // of the probability; 0 where exact, NaN where revealed
    std::vector<Verdict> verdicts;
    double log_configurations = 0;  // natural logarithm
    double log_configurations_error = 0;
    bool exact = true;
    Factors factors;

    // The first cell that is certainly safe, else the first of least mine probability. kNoCell if no cell can
    // be safe.
    Guess best;
};

// Trusted flags count as mines; otherwise a flag is a hidden cell like any other.
Analysis analyse(const Position& position, bool trust_flags, const Limits& limits);

}  // namespace sapper

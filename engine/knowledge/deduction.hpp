// One thing that can be seen in a position: cells that are certain, and why.
#pragma once

#include <vector>

#include "knowledge/difficulty.hpp"
#include "knowledge/facts.hpp"
#include "knowledge/prover.hpp"
#include "knowledge/trial.hpp"

namespace sapper {

struct Deduction {
    // How the premises prove the claims.
    Difficulty rule;
    // That of the hardest rule up to here: the given cells had to be found before.
    Difficulty difficulty;
    std::vector<Claim> claims;  // in ascending order of cells
    // From which the claims follow; without any one of them not all of the claims do. (By a subset: without
    // any one of them the one number's cells would not be among the other's, or not all of the claims
    // follow.)
    Premises premises;
    // Of a case split, where single numbers show the contradiction: its steps, the first of them supposed,
    // and the number that cannot be met. Empty and kNoCell elsewhere.
    std::vector<Trial::Step> steps;
    Cell conflict = kNoCell;
};

}  // namespace sapper

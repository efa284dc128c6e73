// One deduction: cells that are certain in a position, and why.
#pragma once

#include <vector>

#include "knowledge/difficulty.hpp"
#include "knowledge/facts.hpp"
#include "knowledge/prover.hpp"
#include "knowledge/trial.hpp"

namespace sapper {

struct Deduction {
    // The rule by which the premises prove the claims.
    Difficulty rule;
    // The hardest rule used so far: the given cells had to be found first.
    Difficulty difficulty;
    std::vector<Claim> claims;  // in ascending order of cells
    // The premises of the claims, as few as possible: without any one of them, not all claims follow. (For
    // the subset rule: without any one, one number's cells would not be a subset of the other's, or not all
    // claims follow.)
    Premises premises;
    // For a case split that single numbers refute: its steps, the supposition first, and the number that
    // cannot be met. Otherwise empty and kNoCell.
    std::vector<Trial::Step> steps;
    Cell conflict = kNoCell;
};

}  // namespace sapper

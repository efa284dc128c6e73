// Explains everything that is certain in a position, one deduction after another. It always applies the
// easiest rule that finds anything. A deduction rests on numbers, on cells that earlier deductions found, and
// on the mine count. Its premises are minimal: the rule needs all of them. Together the deductions find
// exactly the cells that exact inference finds. Rules up to case splits take time proportional to what they
// look at. A deduction that only counting finds takes one exact inference for each number that may be left
// out.
//
// A position may be too entangled to count within the limits. The rules up to the mine count then go on
// without counting the whole. They count only the few numbers of a proof, each within Prover::kProofValues.
// What they leave is counted within the limits, without the known cells. Where that still takes too much,
// neighbourhoods of a few numbers are counted, and some certain cells may be missed.
//
// Rules above overlap examine the whole board for every deduction. On boards of some hundred thousand cells
// that would take minutes, so the search ends after kMostLooks. Some certain cells may then be missed, too.
//
// Without the mine count, a cell is certain if it is so for every mine count that fits the numbers. The mine
// count of the position is then ignored.
#pragma once

#include <vector>

#include "board/position.hpp"
#include "knowledge/difficulty.hpp"
#include "knowledge/facts.hpp"
#include "knowledge/prover.hpp"
#include "knowledge/trial.hpp"
#include "util/limits.hpp"

namespace sapper {

// Deductions that need the mine count keep all premises where the number of premises times that of cells is
// larger than this: leaving out one after another would take seconds.
inline constexpr std::size_t kMostPremisesByCells = 2'000'000;

// The most looks at cells: some tens of seconds. Looks are counted instead of timed, so that a position
// always has the same explanation.
inline constexpr std::uint64_t kMostLooks = std::uint64_t{1} << 29;

// Cells that are certain, and why.
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

struct Explanation {
    std::vector<Deduction> deductions;  // in order of difficulty
    bool complete;                      // whether they cover everything that is certain
};

// Throws Contradiction where it finds that no configuration fits, and what limits.poll throws.
Explanation explain(const Position& position, const Limits& limits, std::uint64_t most_looks = kMostLooks,
                    bool mine_count = true);

}  // namespace sapper

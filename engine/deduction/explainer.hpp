// Explains everything that is certain in a position, one deduction after another. Each deduction comes from
// the easiest rule that proves anything new. It rests on numbers, on cells that earlier deductions decided,
// and on the mine count. Its premises are minimal: the rule needs all of them. Together the deductions decide
// exactly the cells that exact inference decides. A deduction by counting takes one exact inference for each
// number that it may leave out.
//
// A position may be too entangled to count within the limits. The rules up to the mine count then work
// without a count of the whole position: they count only the few numbers of a proof, within
// Prover::kProofValues. When they find nothing more, the explainer counts the remaining cells within the
// limits. If that still takes too much, it counts only neighbourhoods of a few numbers, and may miss some
// certain cells.
//
// Rules harder than overlap examine the whole board for every deduction. On boards of some hundred thousand
// cells that would take minutes, so the search ends after kMostLooks. It may then miss some certain cells,
// too.
//
// Without `mine_count`, a cell is certain only if it is certain for every mine count that fits the numbers.
#pragma once

#include <algorithm>
#include <vector>

#include "board/position.hpp"
#include "deduction/levels.hpp"
#include "deduction/number_facts.hpp"
#include "deduction/prover.hpp"
#include "util/limits.hpp"

namespace sapper {

// A deduction that needs the mine count keeps all premises if the number of premises times the number of
// cells is larger than this: to leave out one after another would take seconds.
inline constexpr std::size_t kMostPremisesByCells = 2'000'000;

// The most looks at cells, which take some tens of seconds. The limit is on looks, not on seconds, so that a
// position always has the same explanation.
inline constexpr std::uint64_t kMostLooks = std::uint64_t{1} << 29;

// Cells that are certain, and why.
struct Deduction {
    // The rule by which the premises prove the claims.
    Difficulty rule;
    // The hardest rule of this deduction and all before it, because it may need cells that they decided.
    Difficulty difficulty;
    std::vector<Claim> claims;  // in ascending order of cells
    // A minimal set: without any one of them, not all claims follow. For the subset rule: without any one of
    // them, one number's cells are no subset of the other's, or not all claims follow.
    Premises premises;
    // If single numbers refute a supposition: its steps, the supposition first, and the number that
    // contradicts them. Otherwise empty and kNoCell.
    std::vector<Trial::Step> steps;
    Cell conflict = kNoCell;

    // The cells that the deduction proves to be mines, or those that it proves safe.
    std::vector<Cell> proved_cells(bool mine) const {
        std::vector<Cell> cells;
        for (const Claim claim : claims) {
            if (claim.mine == mine) cells.push_back(claim.cell);
        }
        return cells;
    }
    bool proves_safe(Cell cell) const {
        return std::ranges::find(claims, Claim{cell, false}) != claims.end();
    }
};

struct Explanation {
    std::vector<Deduction> deductions;  // in order of difficulty
    bool complete;                      // whether they cover everything that is certain
};

// Throws Contradiction if it finds that no configuration fits, and whatever the limits' poll throws.
Explanation explain(const Position& position, const Limits& limits, std::uint64_t most_looks = kMostLooks,
                    bool mine_count = true);

}  // namespace sapper

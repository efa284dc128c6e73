// The steps of the rule `chain`, as people follow them: two statements about sets of cells prove a third, and
// so on.
#pragma once

#include <span>
#include <vector>

#include "knowledge/clues.hpp"

namespace sapper {

// Bounds on the mines among some cells.
struct ChainStep {
    Cells cells;
    std::int64_t least;
    std::int64_t most;
    std::vector<std::size_t> sources;  // the steps that prove it; none if a number says it
    Cell number = kNoCell;             // the number that says it

    // Whether the cells are all mines or all safe.
    bool decides() const { return most == 0 || least == static_cast<std::int64_t>(cells.size()); }
};

// The steps from some numbers to the claims, in order. The sources of a step come before it. None if pairs
// are not enough.
std::vector<ChainStep> steps_to(std::span<const NumberClue> clues, std::span<const Claim> claims);

}  // namespace sapper

// Explains everything that is certain in a position: one deduction after another, the easiest rule first and
// back to easier ones as soon as anything is found. A deduction rests on numbers, on cells that deductions
// before it have found, and on the mine count; its premises are minimal: its rule needs them all. Together
// the deductions find exactly the cells that exact inference finds. Rules up to case splits cost what they
// look at; what only whole counting sees costs exact inferences, as many as there are numbers to leave out.
//
// Where numbers hang together in such numbers that they cannot be counted within the limits, the rules up to
// the mine count go on without: they count nothing but the few numbers of a proof, each within
// Prover::kProofValues. What they leave is counted within the limits, the known cells taken out; and where
// that is still too much, neighbourhoods of a few numbers are. Then more may be certain than is found.
#pragma once

#include <vector>

#include "board/position.hpp"
#include "knowledge/deduction.hpp"
#include "util/limits.hpp"

namespace sapper {

// Of deductions that need the mine count, the premises are not shortened where their number times that of the
// cells is larger: leaving out one after another would take seconds.
inline constexpr std::size_t kMostPremisesByCells = 2'000'000;

struct Explanation {
    std::vector<Deduction> deductions;  // in order of difficulty
    bool complete;                      // whether they find everything that is certain
};

// Throws Contradiction where no configuration fits and that is found out, and what limits.poll throws.
Explanation explain(const Position& position, const Limits& limits);

}  // namespace sapper

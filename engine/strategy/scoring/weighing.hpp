// What a guess has to weigh in a position: the cells worth thinking about, and those that can tell nothing.
#pragma once

#include <vector>

#include "strategy/scoring/candidates.hpp"

namespace sapper {

struct Weighing {
    // By descending worth. Empty where some cell is certainly safe: nothing is guessed then.
    std::vector<Cell> considered;
    // Uncertain cells, ascending, that would show one number only: the test of living.hpp.
    std::vector<Cell> dead;
};

// Of a possible position.
Weighing weigh(Inference& inference, const CandidateRules& rules = {});

}  // namespace sapper

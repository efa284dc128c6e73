// Finds two numbers that share undecided cells and together decide cells that neither decides alone.
#pragma once

#include <optional>
#include <vector>

#include "deduction/known_sets.hpp"
#include "deduction/number_facts.hpp"

namespace sapper {

struct Pair {
    Cell first;
    Cell second;
    std::vector<Claim> claims;  // in ascending order of cells
};

class PairFinder {
  public:
    explicit PairFinder(std::size_t cells) : seen_(cells, false) {}

    // The first such pair of this number, by the rule.
    std::optional<Pair> find(const Facts& facts, Cell number, OverlapRule rule);

    // The deduced cells around a pair that must be known for the rule to decide the claims, ascending.
    static std::vector<Cell> needed(const Facts& facts, const Pair& pair, OverlapRule rule);

  private:
    void find_others(const Facts& facts, Cell number);

    std::vector<bool> seen_;
    std::vector<Cell> others_;  // numbers that share undecided cells with the current one, and itself
};

}  // namespace sapper

// Two numbers that share undecided cells and together decide some that neither decides alone.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "knowledge/facts.hpp"
#include "knowledge/rules.hpp"

namespace sapper {

struct Pair {
    Cell first;
    Cell second;
    std::vector<Claim> claims;  // in ascending order of cells
};

class PairFinder {
  public:
    explicit PairFinder(std::size_t cells) : seen_(cells, false) {}

    // The first such pair with this number by the rule.
    std::optional<Pair> find(const Facts& facts, Cell number, OverlapRule rule);

    // Of the cells deduced around a pair, in ascending order: those that have to be known for the rule to
    // decide the claims.
    static std::vector<Cell> needed(const Facts& facts, const Pair& pair, OverlapRule rule);

  private:
    void find_others(const Facts& facts, Cell number);

    std::vector<bool> seen_;
    std::vector<Cell>
        others_;  // numbers that share undecided cells with the one looked at, itself among them
};

}  // namespace sapper

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
    explicit PairFinder(std::size_t cells) : shared_(cells, 0) {}

    // The first such pair with this number by the rule.
    std::optional<Pair> find(const Facts& facts, Cell number, PairRule rule);

  private:
    void count_shared(const Facts& facts, Cell number);

    std::vector<std::uint32_t> shared_;  // per number: undecided cells shared with the one looked at
    std::vector<Cell> others_;
};

}  // namespace sapper

// A policy that takes any hidden cell not known to be a mine, all equally likely.
#pragma once

#include <vector>

#include "strategy/policy.hpp"

namespace sapper {

class ByLot final : public Policy {
  public:
    Needs needs() const override { return Needs::level; }
    Guess pick(const Outlook& outlook) override;

  private:
    std::vector<Cell> cells_;
};

// One of these cells (at least one), all equally likely.
Cell draw(const std::vector<Cell>& cells, Random& random);

// The hidden cells that the level does not know to be mines. All hidden cells if a wrong level leaves none.
void guessable_cells(const Outlook& outlook, std::vector<Cell>& cells);

}  // namespace sapper

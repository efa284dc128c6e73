// The guess of System A. Counts all assignments of the boundary (the hidden cells next to numbers), each
// weighted by the ways to place the other mines. Opens the boundary cell that is least likely a mine, or a
// cell beyond the boundary if the density there is lower. With more than 128 boundary cells it guesses by
// density.
#pragma once

#include "strategy/policies/by_estimate.hpp"
#include "strategy/policy.hpp"

namespace sapper {

class ByBoundary final : public Policy {
  public:
    static constexpr std::size_t kMostCells = 128;

    Needs needs() const override { return Needs::both; }
    Guess pick(const Outlook& outlook) override;

  private:
    std::size_t boundary_cells(const Outlook& outlook) const;

    ByDensity otherwise_;
};

}  // namespace sapper

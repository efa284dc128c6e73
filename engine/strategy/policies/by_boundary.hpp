// System A's guess: all assignments of the boundary (the hidden cells next to numbers), each weighted by the
// ways to place the other mines, give every boundary cell its probability; the least likely mine of them is
// opened, or a cell beyond the boundary where the density there is lower. Past 128 boundary cells the
// estimate by densities decides.
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

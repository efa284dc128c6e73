// Policies that take the cell of least estimated risk, by rules of thumb from what the level knows. They
// count no configurations and choose among equals by lot.
#pragma once

#include <vector>

#include "strategy/policies/borders.hpp"
#include "strategy/policy.hpp"

namespace sapper {

// Every hidden cell starts with the density: remaining mines over hidden cells, without known mines. Every
// item may raise its cells to its mines over its size, which is a lower bound on the risk where items are
// numbers.
class ByDensity final : public Policy {
  public:
    Needs needs() const override { return Needs::level; }
    bool needs_mine_count() const override { return true; }
    Guess pick(const Outlook& outlook) override;

  private:
    std::vector<double> estimates_;
    std::vector<Cell> cells_;
};

// The mean, over the exact items that hold the cell, of mines over size. Cells in no item are taken only when
// there is no other, by lot.
class ByMeanRatio final : public Policy {
  public:
    Needs needs() const override { return Needs::level; }
    Guess pick(const Outlook& outlook) override;

  private:
    std::vector<double> sums_;
    std::vector<std::uint32_t> items_;
    std::vector<Cell> cells_;
};

// Hidden corners, then hidden edges, then the mean ratio.
class CornersThenEdges final : public Policy {
  public:
    explicit CornersThenEdges(const Topology& topology) : borders_(topology) {}

    Needs needs() const override { return Needs::level; }
    Guess pick(const Outlook& outlook) override;

  private:
    template <typename Wanted>
    Cell any(const Outlook& outlook, Wanted wanted) const;

    Borders borders_;
    ByMeanRatio otherwise_;
    std::vector<Cell> cells_;
};

}  // namespace sapper

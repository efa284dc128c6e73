// Policies that take the least risky cell, and choose among equals. First come those in a preferred region
// (corners, edges, one or two cells deep), if any lies there; then those in a preferred place. Of cells that
// are still equal, one is drawn, or the first is taken.
#pragma once

#include "strategy/policies/borders.hpp"
#include "strategy/policy.hpp"

namespace sapper {

// The preferred regions, in order of preference.
enum class Preference { none, corners, edges, corners_then_edges };
enum class Selection { first, random, nearest, centred, inward, inward_from_corner };

class AmongSafest final : public Policy {
  public:
    struct Taste {
        Preference preference = Preference::none;
        std::uint32_t depth = 1;  // of the preferred region, in cells
        Selection selection = Selection::random;
    };

    AmongSafest(const Topology& topology, Taste taste) : borders_(topology), taste_(taste) {}

    Needs needs() const override { return Needs::odds; }
    Guess pick(const Outlook& outlook) override;

  private:
    void prefer();
    void select(const Outlook& outlook);
    template <typename Keep>
    bool keep_if_any(Keep keep);
    template <typename Rank>
    void keep_least(Rank rank);

    Borders borders_;
    Taste taste_;
    std::vector<Cell> cells_;
    std::vector<std::uint32_t> steps_;  // per cell: steps from the opened cells
    std::vector<Cell> queue_;
};

// Lists the hidden cells of least mine probability, and returns that probability.
double safest_cells(const Outlook& outlook, std::vector<Cell>& cells);

// For every cell, the steps from the nearest opened cell; UINT32_MAX where none is open. `queue` is scratch.
void steps_from_opened(const Game& game, std::vector<std::uint32_t>& steps, std::vector<Cell>& queue);

}  // namespace sapper

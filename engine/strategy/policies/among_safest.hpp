// The least risky cell, and which of several: those in a preferred region first (corners, edges, one or two
// cells deep, where any of the equals lies there), then by where they lie. Risks are equal when twelve digits
// agree; what is still equal is drawn by lot, or the first is taken.
#pragma once

#include "strategy/policies/borders.hpp"
#include "strategy/policy.hpp"

namespace sapper {

// The preferred regions, the most wanted first.
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
    std::vector<std::uint32_t> steps_;  // from the opened cells, per cell of the board
    std::vector<Cell> queue_;
};

// The cells of least mine probability among all that are hidden, and that probability.
double safest_cells(const Outlook& outlook, std::vector<Cell>& cells);

// Steps from the nearest opened cell for every cell of the board, UINT32_MAX where none is open. `queue` is
// scratch.
void steps_from_opened(const Game& game, std::vector<std::uint32_t>& steps, std::vector<Cell>& queue);

}  // namespace sapper

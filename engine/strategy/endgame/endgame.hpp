// Exact play where little is left: a region that nothing outside can ever help with, or the whole board once
// few configurations fit. Where more do, the guess that is best for whoever takes the safest cell from then
// on, or the better of the two safest: one step better than such play, and much cheaper to find than the
// best.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "inference/inference.hpp"
#include "strategy/endgame/game_tree.hpp"
#include "strategy/endgame/listing.hpp"

namespace sapper {

struct EndgameLimits {
    std::size_t configurations = 400;
    std::uint64_t nodes = 20000;
    // Where the guess is sought that is best for whoever takes the safest cell from then on. Up to
    // `broader_configurations` it is first sought for whoever takes the better of the two safest, within as
    // many positions again. 0: not wanted.
    std::size_t narrow_configurations = 0;
    std::uint64_t narrow_nodes = 40000;
    std::size_t broader_configurations = 0;
};

// Whether nothing outside a component can ever help with it: its own numbers count its mines, and its cells
// touch no other undecided ones.
bool is_closed(const Constraints& constraints, const Placement& placement, const Sweep& sweep);

class Endgame {
  public:
    struct Move {
        Cell cell;
        double risk;
        // Of the whole game; NaN when only a region was solved, or not exactly.
        double win_probability = std::numeric_limits<double>::quiet_NaN();
    };

    // All cells of one state, in order.
    static void cells_in(const Constraints& constraints, Constraints::CellState state,
                         std::vector<Cell>& cells);
    // Whether so few configurations of the whole board can be listed, as far as can be told before.
    static bool reaches(Inference& inference, std::size_t configurations);
    // Of a position without safe cells. Nothing when nothing could be solved within the limits. `poll` is
    // called now and then and ends it by throwing.
    std::optional<Move> solve(Inference& inference, const EndgameLimits& limits,
                              const std::function<void()>& poll = {});
    // The proven chance to win under best play, of any possible position; nothing when it is not within the
    // limits.
    std::optional<double> win_probability(Inference& inference, const EndgameLimits& limits);

  private:
    void add_safe(const Constraints& constraints, std::vector<std::uint64_t>& neighbours);
    std::optional<Move> solve_board(Inference& inference, std::size_t configurations,
                                    const TreeLimits& limits);
    std::optional<Move> solve_region(Inference& inference, std::size_t configurations,
                                     const TreeLimits& limits);
    std::optional<Move> solve_cells(Inference& inference, std::int64_t mines, std::size_t configurations,
                                    const TreeLimits& limits);

    Listing listing_;
    GameTree tree_;
    std::vector<Cell> cells_;
};

}  // namespace sapper

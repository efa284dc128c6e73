// Plays exactly once few configurations are left: of the whole board, or of a region about which nothing
// outside can tell more. With more configurations, finds the guess that is best for a player who afterwards
// always takes the safest cell, or the better of the two safest. This guess is one step better than such
// play, and much cheaper to find than the best guess.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "inference/inference.hpp"
#include "strategy/endgame/game_tree.hpp"
#include "strategy/endgame/listing.hpp"

namespace sapper {

struct EndgameLimits {
    std::size_t configurations = 400;
    std::uint64_t nodes = 20000;
    // With up to this many configurations, finds the guess that is best for a player who then always takes
    // the safest cell. With up to `broader_configurations`, first tries the better of the two safest, with
    // the same number of nodes. 0 turns either off.
    std::size_t narrow_configurations = 0;
    std::uint64_t narrow_nodes = 40000;
    std::size_t broader_configurations = 0;
};

// Whether nothing outside a component can tell more about it: its numbers fix how many mines it has, and its
// cells touch no other undecided cells.
bool is_closed(const Constraints& constraints, const Placement& placement, const Sweep& sweep);

class Endgame {
  public:
    struct Move {
        Cell cell;
        double risk;
        // The chance to win the game. NaN if only a region was solved, or not exactly.
        double win_probability = kNotKnown;
    };

    // Whether the whole board seems to have few enough configurations left to list them.
    static bool reaches(Inference& inference, std::size_t configurations);
    // The guess to make in a position without safe cells. Nothing if the limits are too tight. `poll` is
    // called now and then and can stop the work by throwing.
    std::optional<Move> solve(Inference& inference, const EndgameLimits& limits,
                              const std::function<void()>& poll = {});
    // The cells that solve() compares, those of the whole board or of one region, without certain mines. The
    // cell that solve() finds comes first, then the others by the value that it compares. Cells whose search
    // needs too many nodes come last, by risk. Empty if solve() finds nothing.
    std::vector<Guess> rank(Inference& inference, const EndgameLimits& limits,
                            const std::function<void()>& poll = {});
    // The proven chance to win with perfect play in any possible position. Nothing if the limits are too
    // tight.
    std::optional<double> win_probability(Inference& inference, const EndgameLimits& limits);
    // The chances to win after opening an uncertain cell: with perfect play, and for a player who then always
    // takes the safest cell, or the better of the two safest. Nothing if the limits are too tight.
    struct Chances {
        std::optional<double> best;
        std::optional<double> safest;
    };
    Chances after(Inference& inference, Cell first, const EndgameLimits& limits,
                  const std::function<void()>& poll);

  private:
    bool list_board(Inference& inference, std::size_t configurations);
    void add_safe(const Constraints& constraints, std::vector<std::uint64_t>& neighbours);
    std::optional<Move> solve_board(Inference& inference, std::size_t configurations,
                                    const TreeLimits& limits);
    std::optional<Move> solve_region(Inference& inference, std::size_t configurations,
                                     const TreeLimits& limits);
    std::optional<Move> solve_listed(const TreeLimits& limits);

    Listing listing_;
    GameTree tree_;
    TreeLimits solved_within_;  // of the last solution
    std::vector<Cell> cells_;
};

}  // namespace sapper

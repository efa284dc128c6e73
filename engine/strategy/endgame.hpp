// Exact play when few configurations are left.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "inference/constraints.hpp"
#include "inference/inference.hpp"
#include "strategy/game_tree.hpp"

namespace sapper {

// The configurations of a few cells, as sets of bits, for endgames.
class Listing {
  public:
    static constexpr std::size_t kMaxCells = 64;

    // Lists all ways to place `mines` mines on these undecided cells: at most 64 cells, and no constraint
    // reaches outside them. Bit i of a configuration is cells()[i]. Returns false if there are more than
    // `most` configurations or the search takes too long.
    bool find(const Constraints& constraints, std::span<const Cell> cells, std::int64_t mines,
              std::size_t most);

    const std::vector<Cell>& cells() const { return cells_; }
    const std::vector<std::uint64_t>& configurations() const { return configurations_; }
    // Per cell: the listed cells that touch it.
    const std::vector<std::uint64_t>& neighbours() const { return neighbours_; }

  private:
    struct Number {
        std::uint64_t cells;
        std::int32_t need;
    };

    void order(const Constraints& constraints, std::span<const Cell> cells);
    void connect(const Constraints& constraints);
    bool place(std::size_t at, std::uint64_t mine_mask, std::int64_t left);
    bool fits(std::size_t at, std::uint64_t mine_mask) const;

    std::vector<Cell> cells_;
    std::vector<std::uint64_t> neighbours_;
    std::vector<Number> numbers_;
    std::vector<std::vector<std::uint32_t>> numbers_of_;  // per cell
    std::vector<std::uint64_t> configurations_;
    std::size_t most_ = 0;
    std::size_t steps_ = 0;
};

struct EndgameLimits {
    std::size_t configurations = 400;
    std::uint64_t nodes = 20000;
    // With up to `narrow_configurations`, finds the guess that is best for a player who then always takes the
    // safest cell. With up to `broader_configurations`, first tries the better of the two safest, with the
    // same number of nodes. 0 turns either off.
    std::size_t narrow_configurations = 0;
    std::uint64_t narrow_nodes = 40000;
    std::size_t broader_configurations = 0;
};

// Whether a component is closed: its numbers fix how many mines it has, and its cells touch no other
// undecided cells. So no number outside can tell more about it.
bool is_closed(const Constraints& constraints, const Placement& placement, const Sweep& sweep);

// Plays exactly when few configurations are left: of the whole board, or of a closed region. With more
// configurations, finds the guess that is best for a player who afterwards always takes the safest cell, or
// the better of the two safest. This guess is one step better than such play, and costs much less than the
// best guess.
class Endgame {
  public:
    struct Move {
        Cell cell;
        double risk;
        // The chance to win the game. NaN if the search solved only a region, or did not search exactly.
        double win_probability = kNotKnown;
    };

    // Whether the whole board seems to have at most so many configurations left, so that it can list them.
    static bool reaches(Inference& inference, std::size_t configurations);
    // The guess to make in a position without safe cells. Nothing if the limits are too tight. Calls `poll`
    // now and then. A poll that throws stops the work.
    std::optional<Move> solve(Inference& inference, const EndgameLimits& limits,
                              const std::function<void()>& poll = {});
    // The same for the whole board alone. Nothing if it has more configurations.
    std::optional<Move> solve_board(Inference& inference, std::size_t configurations,
                                    const TreeLimits& limits);
    // The cells that solve() compares, those of the whole board or of one region, without certain mines. The
    // cell that solve() finds comes first, then the others by the value by which it compares them. Cells
    // whose search needs too many nodes come last, by risk. Empty if solve() finds nothing.
    std::vector<CellRisk> rank(Inference& inference, const EndgameLimits& limits,
                               const std::function<void()>& poll = {});
    // The exact chance to win with perfect play in any possible position, after opening some hidden cells
    // first. Nothing if the limits are too tight.
    std::optional<double> win_probability(Inference& inference, const EndgameLimits& limits,
                                          std::span<const Cell> first = {},
                                          const std::function<void()>& poll = {});
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
    std::optional<std::uint64_t> wins_after(std::span<const std::uint32_t> first,
                                            std::vector<std::uint64_t> configurations,
                                            const TreeLimits& limits);
    std::optional<Move> solve_region(Inference& inference, std::size_t configurations,
                                     const TreeLimits& limits);
    std::optional<Move> solve_listing(const TreeLimits& limits);

    Listing listing_;
    GameTree tree_;
    TreeLimits limits_of_solution_;  // of the last solution
    std::vector<Cell> cells_;
};

}  // namespace sapper

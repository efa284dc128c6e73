// Finds the exact value of a game whose configurations can be listed: in how many of them perfect play wins.
// A configuration is a set of mines among at most 64 cells, one bit each. All are equally likely and hold the
// same number of mines. Certainly safe cells are opened first, and dead cells only when all are dead; neither
// costs a win. Results are stored by what is known of every cell, with the symmetries of the board removed.
// All calls until the next prepare() share them. So these calls must use the same breadth, and their lists
// may differ only in which cells are safe from the start.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "strategy/endgame/position_table.hpp"
#include "strategy/endgame/word_tree.hpp"
#include "util/bits.hpp"

namespace sapper {

struct TreeLimits {
    std::uint64_t nodes = UINT64_MAX;
    // How many cells to try for each guess after the first: the safest, and of equally safe ones those that
    // can show the most numbers. With fewer than all, the first guess is the best for a player who then
    // guesses like that, and its wins are at most those of perfect play.
    std::size_t breadth = SIZE_MAX;
    std::size_t bytes = std::size_t{1} << 30;  // for stored results
    std::function<void()> poll;                // called now and then; can stop the search by throwing
};

class GameTree {
  public:
    using Mask = std::uint64_t;
    static constexpr std::size_t kMaxCells = 64;

    struct Solution {
        std::uint64_t wins;    // among the configurations
        std::uint32_t cell;    // to open first
        std::uint64_t unsafe;  // configurations in which that cell is a mine
    };

    // `neighbours[c]`: the cells whose mines the number on cell c counts, among the cells of the
    // configurations. A symmetry maps cell c to symmetries[i][c]; the identity may be missing. Forgets stored
    // results.
    void prepare(std::span<const Mask> neighbours,
                 std::span<const std::vector<std::uint8_t>> symmetries = {});

    // Solves a list of at least one configuration before any cell is opened. Nothing if a limit was reached.
    std::optional<Solution> solve(std::span<const Mask> configurations, const TreeLimits& limits);

    // The number of configurations that are won by opening this cell first. Nothing if a limit was reached.
    std::optional<std::uint64_t> wins_after(std::uint32_t cell, std::span<const Mask> configurations,
                                            const TreeLimits& limits);

    std::uint64_t nodes() const { return nodes_; }

  private:
    struct Move {
        std::uint32_t cell;
        std::uint32_t outcomes;  // numbers it can show
    };
    // Configurations in stack_, from `first` on.
    struct Set {
        std::size_t first;
        std::size_t count;
    };
    // Cells that are a mine in some, and in all, configurations of a set.
    struct Mined {
        Mask some;
        Mask all;
    };
    struct Value {
        std::uint64_t wins;
        std::uint32_t cell;
    };

    Set begin(std::span<const Mask> configurations, const TreeLimits& limits);
    std::uint64_t value(Set set, Mask opened, std::uint64_t floor);
    Value first_guess(Set all);
    std::uint64_t value_of_few(Set set, std::uint64_t floor);
    WordTree::Limits limits_of_few() const;
    void count_nodes_of_few(Set set);
    std::uint64_t value_of_two(Mask one, Mask other) const;
    std::uint64_t most_wins(Set set, Mask opened) const;
    Value guess(Set set, Mask opened, std::uint64_t floor, std::size_t breadth);
    std::uint64_t sum_outcomes(Set set, std::uint32_t cell, Mask opened, std::uint64_t floor);
    std::uint32_t outcomes(Set set, std::uint32_t cell) const;
    std::vector<Move> moves(Set set, Mask cells, Mask varying, std::size_t wanted) const;
    bool tells_apart(Set set, std::uint32_t cell) const;
    Mined mined_in(Set set) const;
    void make_key(Set set, Mask opened, Mask safe);
    bool count_node(Set set);

    std::span<const Mask> view(Set set) const { return std::span(stack_).subspan(set.first, set.count); }
    std::uint32_t shown(std::uint32_t cell, Mask mines) const {
        return count_bits(mines & neighbours_[cell]);
    }

    std::vector<Mask> neighbours_;
    Mask cells_ = 0;
    std::vector<std::vector<std::uint8_t>> symmetries_;
    PositionTable table_;
    WordTree few_;
    std::vector<Mask> stack_;
    std::vector<std::uint8_t> shows_;
    std::vector<std::uint8_t> numbers_;
    std::vector<std::uint8_t> image_;
    std::vector<std::uint8_t> key_;
    TreeLimits limits_;
    std::uint64_t nodes_ = 0;
    std::uint64_t work_ = 0;  // since the last poll
    bool stopped_ = false;
};

}  // namespace sapper

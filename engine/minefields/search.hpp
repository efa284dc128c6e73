// Searches the games of a seed for minefields that meet an order. Candidate k is the minefield of game k when
// the first click is at the order's start, so its number can draw it again. `draw` rejects candidates that
// do not meet the order, so all that do are equally likely. `adjust` moves mines of a candidate that needs
// a guess until it needs none. The result depends only on the order, not on threads or their timing.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "board/minefield.hpp"
#include "board/position.hpp"
#include "board/topology.hpp"
#include "minefields/certain_play.hpp"

namespace sapper {

// Finds minefields that need a guess under any rules, without playing. A mine and a safe cell beside it are
// twins if every other cell that touches only one of them is a mine. Exchanging them then changes no number,
// so nothing can prove the safe cell safe, not even the mine count. A minefield with twins needs a guess
// unless the game begins on the safe one. The converse is false. The finder takes a hundredth of the time of
// play, and on expert boards finds a third of the minefields that need a guess.
class TwinFinder {
  public:
    // Whether a finder is worth its cost. To make one takes as long as to play some boards, and a few bytes
    // for each neighbour.
    static bool pays(const Topology& topology);

    explicit TwinFinder(std::shared_ptr<const Topology> topology);

    // Whether a safe cell other than `start` has a twin. `mine_bytes` holds one byte for each cell, 0 or 1.
    // `around` holds the mines around every cell, mined cells too.
    bool find(std::span<const std::uint8_t> mine_bytes, std::span<const Mark> around, Cell start) const;

  private:
    bool is_twin(std::span<const std::uint8_t> mine_bytes, std::span<const Mark> around, Cell mine,
                 std::size_t place) const;
    bool are_all_mines_but_near(std::span<const std::uint8_t> mine_bytes, Cell of, Cell other) const;

    std::shared_ptr<const Topology> topology_;
    std::vector<std::size_t> first_;  // per cell: where its neighbours begin in the lists below
    std::vector<Cell> neighbours_;
    std::vector<std::uint16_t> only_;     // per neighbour: how many cells touch the cell and neither are nor
                                          // touch the neighbour
    std::vector<std::uint16_t> reverse_;  // the same with the two exchanged
    std::vector<std::uint16_t> least_;    // per cell: the least of its only_
};

enum class Method : std::uint8_t { any, draw, adjust };

struct BoardOrder {
    std::shared_ptr<const Topology> topology;
    std::uint32_t mines = 0;
    Cell start = 0;
    FirstClick first_click = FirstClick::opening;
    // With `any`, the minefields need not be fair.
    Method method = Method::draw;
    Terms terms = {};
    std::uint32_t least_three_bv = 0;
    std::uint32_t most_three_bv = UINT32_MAX;
    // The 3BV divided by the clicks of greedy ZiNi.
    double least_efficiency = 0;
    double most_efficiency = std::numeric_limits<double>::infinity();
    std::uint64_t seed = 0;
    std::uint64_t first_game = 0;
};

struct BoardMatch {
    std::uint64_t game;
    std::vector<std::uint8_t> mine_bytes;  // one byte for each cell, 0 or 1
};

// The counts of a search so far. It rejects candidates because of their 3BV or efficiency, because they need
// a guess, or because they are too hard to decide.
struct SearchCounts {
    std::uint64_t candidates = 0;
    std::uint64_t matches = 0;
    std::uint64_t with_guesses = 0;
    std::uint64_t of_other_three_bv = 0;
    std::uint64_t undecided = 0;
    std::uint64_t of_other_efficiency = 0;
    double greatest_efficiency = 0;  // of the candidates that came to this test
};

// The text of the error about a search that found fewer minefields than it should in time.
std::string shortfall_text(const BoardOrder& order, const SearchCounts& counts, std::size_t number,
                           double seconds);

class BoardSearch {
  public:
    explicit BoardSearch(BoardOrder order) : order_(std::move(order)) {}

    // Returns the first `count` candidates that meet the order. Runs until it has them or the poll throws.
    // The board must have a safe cell.
    std::vector<BoardMatch> run(std::size_t count, unsigned threads, const Limits& limits);

    // Other threads may call it.
    SearchCounts counts() const {
        return {candidates_,         matches_,   with_guesses_,
                of_other_three_bv_,  undecided_, of_other_efficiency_,
                greatest_efficiency_};
    }
    const BoardOrder& order() const { return order_; }

  private:
    class Worker;

    BoardOrder order_;
    std::atomic<std::uint64_t> candidates_ = 0;
    std::atomic<std::uint64_t> of_other_three_bv_ = 0;
    std::atomic<std::uint64_t> of_other_efficiency_ = 0;
    std::atomic<double> greatest_efficiency_ = 0;
    std::atomic<std::uint64_t> with_guesses_ = 0;
    std::atomic<std::uint64_t> undecided_ = 0;
    std::atomic<std::uint64_t> matches_ = 0;
};

}  // namespace sapper

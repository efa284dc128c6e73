// Looks for minefields that meet an order, among those that games of a seed are played on. Candidate k is the
// minefield of game k when that begins at the order's start, so what is found can be had again by its number.
// Drawn: candidates that do not meet the order are rejected and the others left as they are, so all that meet
// it are equally likely. Adjusted: mines of a candidate that needs a guess move until it needs none. What is
// found depends on the order alone, neither on the threads nor on their timing.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "board/minefield.hpp"
#include "minefields/certain_play.hpp"

namespace sapper {

enum class Making : std::uint8_t { any, drawn, adjusted };

struct BoardOrder {
    std::shared_ptr<const Topology> topology;
    std::uint32_t mines = 0;
    Cell start = 0;
    FirstClick first_click = FirstClick::opening;
    // `any` is not asked to be fair.
    Making making = Making::drawn;
    Terms terms;
    std::uint32_t least_three_bv = 0;
    std::uint32_t most_three_bv = UINT32_MAX;
    std::uint64_t seed = 0;
    std::uint64_t first_game = 0;
};

struct FoundBoard {
    std::uint64_t game;
    std::vector<std::uint8_t> mined;  // one byte a cell, 0 or 1
};

class BoardSearch {
  public:
    explicit BoardSearch(BoardOrder order) : order_(std::move(order)) {}

    // The first `count` that meet the order, by their numbers. Ends only when they are found or the poll ends
    // it by throwing. Needs a board with a safe cell.
    std::vector<FoundBoard> run(std::size_t count, unsigned threads, const Limits& limits);

    // How far the search is, or was when it ended; for other threads to look at, too. Rejected candidates
    // have another 3BV, or need a guess, or were too hard to decide.
    std::uint64_t tried() const { return tried_; }
    std::uint64_t of_other_three_bv() const { return of_other_three_bv_; }
    std::uint64_t with_guesses() const { return with_guesses_; }
    std::uint64_t undecided() const { return undecided_; }
    std::uint64_t found() const { return found_; }

  private:
    class Worker;

    BoardOrder order_;
    std::atomic<std::uint64_t> tried_ = 0;
    std::atomic<std::uint64_t> of_other_three_bv_ = 0;
    std::atomic<std::uint64_t> with_guesses_ = 0;
    std::atomic<std::uint64_t> undecided_ = 0;
    std::atomic<std::uint64_t> found_ = 0;
};

}  // namespace sapper

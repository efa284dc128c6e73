// Where the mines are, and how they are drawn. A minefield is drawn from a random permutation of all cells
// that depends on (seed, game) alone. The first click only says which cells come last: under `safe` the
// clicked cell, under `opening` that cell after its neighbours after everything else. The mines are then the
// first cells of what results. So two players who begin elsewhere meet the same minefield but for the mines
// that had to move, and an opening that cannot be had keeps the clicked cell free and as many of its
// neighbours as possible.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "board/random.hpp"
#include "board/topology.hpp"

namespace sapper {

// What the first click is sure of: nothing; no mine; no mine on it nor around it.
enum class FirstClick { any, safe, opening };

class Minefield {
  public:
    Minefield() = default;
    // One byte a cell, 0 or 1.
    explicit Minefield(std::vector<std::uint8_t> mined);

    bool operator[](Cell cell) const { return mined_[cell] != 0; }
    std::size_t size() const { return mined_.size(); }
    std::uint32_t count() const { return count_; }
    const std::vector<std::uint8_t>& bytes() const { return mined_; }
    std::uint32_t mines_around(Cell cell, const Topology& topology) const {
        std::uint32_t number = 0;
        for (Cell other : topology.neighbours(cell))
            number += mined_[other];
        return number;
    }
    bool operator==(const Minefield&) const = default;

  private:
    friend class MinefieldDraw;

    std::vector<std::uint8_t> mined_;
    std::uint32_t count_ = 0;
};

// Draws minefields and keeps its buffers from one to the next. Time grows with the cells (to clear the
// buffers), at a few nanoseconds a mine on top.
class MinefieldDraw {
  public:
    // Needs mines <= topology.size() and first_click < topology.size(). `poll`, where there is one, is called
    // every few thousand mines and ends the drawing by throwing: the minefield is then to be drawn again.
    void operator()(Minefield& minefield, const Topology& topology, std::uint32_t mines, FirstClick rule,
                    Cell first_click, std::uint64_t seed, std::uint64_t game,
                    const std::function<void()>& poll = {});

  private:
    void protect(Minefield& minefield, const Topology& topology, FirstClick rule, Cell first_click);
    std::uint32_t mine_unprotected(Minefield& minefield, std::uint32_t mines, Random random,
                                   const std::function<void()>& poll);
    void mine_protected(Minefield& minefield, Cell first_click, std::uint32_t mines);

    std::vector<Cell> order_;      // the permutation as far as it is drawn, then the cells still to come
    std::vector<Cell> protected_;  // all protected cells
    std::vector<Cell> postponed_;  // those that the permutation brought up, in its order
};

}  // namespace sapper

// Where the mines are, and how they are drawn. Each (seed, game) gives a random permutation of all cells. The
// first click moves protected cells to the end of the permutation: under `safe` the clicked cell, under
// `opening` its neighbours and then the clicked cell. The first cells of the result get the mines. So two
// players who begin in different places meet the same minefield, except for the mines that had to move. If
// there is no room for an opening, the clicked cell and as many neighbours as possible stay free.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "board/topology.hpp"
#include "util/random.hpp"

namespace sapper {

// What the first click guarantees: nothing; no mine there; no mine there or around it.
enum class FirstClick { any, safe, opening };

// Whether this many mines leave room for an opening at this cell.
inline bool has_room_for_opening(const Topology& topology, std::uint32_t mines, Cell cell) {
    return mines + 1 + topology.degree(cell) <= topology.size();
}

class Minefield {
  public:
    Minefield() = default;
    // One byte for each cell, 0 or 1.
    explicit Minefield(std::vector<std::uint8_t> mine_bytes);

    bool operator[](Cell cell) const { return mine_bytes_[cell] != 0; }
    std::size_t size() const { return mine_bytes_.size(); }
    std::uint32_t count() const { return count_; }
    const std::vector<std::uint8_t>& bytes() const { return mine_bytes_; }
    std::uint32_t mines_around(Cell cell, const Topology& topology) const {
        std::uint32_t number = 0;
        for (Cell other : topology.neighbours(cell))
            number += mine_bytes_[other];
        return number;
    }
    bool operator==(const Minefield&) const = default;

  private:
    friend class MinefieldDraw;

    std::vector<std::uint8_t> mine_bytes_;
    std::uint32_t count_ = 0;
};

// Draws minefields, and keeps its buffers from one to the next. To draw takes one pass over the cells, and a
// few nanoseconds for each mine.
class MinefieldDraw {
  public:
    // Needs mines <= topology.size() and first_click < topology.size(). Calls `poll` now and then. If `poll`
    // throws, the minefield is unfinished and must be drawn again.
    void operator()(Minefield& minefield, const Topology& topology, std::uint32_t mines, FirstClick rule,
                    Cell first_click, std::uint64_t seed, std::uint64_t game,
                    const std::function<void()>& poll = {});

  private:
    void protect(Minefield& minefield, const Topology& topology, FirstClick rule, Cell first_click);
    std::uint32_t mine_unprotected(Minefield& minefield, std::uint32_t mines, Random random,
                                   const std::function<void()>& poll);
    void mine_protected(Minefield& minefield, Cell first_click, std::uint32_t mines);

    std::vector<Cell> order_;            // the permutation as far as it was needed, then the other cells
    std::vector<Cell> protected_cells_;  // all protected cells
    std::vector<Cell> postponed_cells_;  // the protected cells that the permutation reached, in its order
};

}  // namespace sapper

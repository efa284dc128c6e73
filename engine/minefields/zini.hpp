// ZiNi: few clicks that clear a minefield with flags and chords, for a player who knows where the mines are,
// found by a greedy rule (the fewest of all are too hard to find). The premium of a safe cell is what a chord
// on it saves against left clicks: the adjacent 3BV still closed (its own among it), less the adjacent mines
// without a flag, less 1 if the cell is closed, less 1. The cell of the highest premium is played: opened if
// closed, the mines around it flagged, then chorded; ties go to the first in order. When all premiums are
// negative, the first closed zero or isolated number is opened. The `human` rule begins by opening every
// opening and plays open cells only. The clicks really clear the board, and are never more than its 3BV.
// After the first minefield of a size nothing is allocated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "board/topology.hpp"
#include "minefields/premiums.hpp"
#include "minefields/terrain.hpp"
#include "util/limits.hpp"

namespace sapper {

enum class ZiniRule { greedy, human };

class Zini {
  public:
    // Takes up a minefield, one byte a cell, 0 or 1. The topology has to live on.
    void load(const Topology& topology, std::span<const std::uint8_t> mined);

    // The clicks, with ties to the lowest cell. The result holds until the next call.
    std::span<const Action> clicks(ZiniRule rule);

    // The fewest clicks of `runs` (at least 1) by the greedy rule: the first with ties to the lowest cell,
    // every other in a random order of the cells drawn from (seed, run). Each way to break the ties can come
    // up. Takes some time more for each run than `clicks` does.
    std::size_t fewest_clicks(std::uint32_t runs, std::uint64_t seed, const Limits& limits);

  private:
    using Premium = Premiums::Premium;

    // What the clicks so far made of a cell, where it is no longer of its Terrain::Kind.
    enum : std::uint8_t { kFlagged = Terrain::mine + 1, kOpen };

    static bool is_left(std::uint8_t cell) { return cell <= Terrain::isolated; }
    static bool is_closed(std::uint8_t cell) { return cell <= Terrain::border; }

    struct Around {
        std::span<const Cell> mines;  // those without a flag
        std::span<const Cell> closed;
    };

    void order_by_cell();
    void order_at_random(std::uint64_t seed, std::uint64_t run);
    void run(ZiniRule rule);
    void begin(ZiniRule rule);
    void play(Cell cell);
    Around look_around(Cell cell);
    Cell next_left();
    void click_until_one_pays();
    void click_all_left();
    void click(Cell cell);
    void open(Cell cell);
    void uncover(Cell cell, int solved);
    void add(Cell cell, int change) { premiums_.add(place_of_[cell], static_cast<Premium>(change)); }

    Terrain terrain_;
    std::vector<std::uint32_t> place_of_;  // of cells, in the order that breaks ties
    std::vector<Cell> cell_at_;
    bool in_order_ = false;  // whether a cell's place is the cell
    Premiums premiums_;      // by place
    std::vector<std::uint8_t> cells_;
    std::vector<Action> clicks_;
    Premium closed_ = 0;      // what being closed costs a premium
    std::uint32_t left_ = 0;  // of the 3BV
    std::size_t next_ = 0;    // the place before which nothing is left
    std::vector<Cell> mines_around_;
    std::vector<Cell> closed_around_;
    std::vector<Cell> rest_;
};

}  // namespace sapper

// ZiNi: few clicks that clear a minefield with flags and chords, for a player who knows the mines. The rule
// is greedy, because the fewest possible clicks are too hard to find. The premium of a safe cell is the
// number of clicks that a chord on it saves: its adjacent 3BV that is still closed (its own included), minus
// its adjacent mines without a flag, minus 1 if the cell is closed, minus 1. The rule plays the cell of the
// highest premium: it opens the cell if it is closed, flags the mines around it, and chords. Ties go to the
// first cell, down the columns and from left to right, as in players' programs. If all premiums are negative,
// it opens the first closed zero or isolated number. The `human` rule first opens every opening and then
// plays only open cells. The clicks always clear the board and never exceed its 3BV. Only the first minefield
// of a size allocates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "board/topology.hpp"
#include "util/limits.hpp"
#include "util/lists.hpp"

namespace sapper {

// The gain of a chord on every cell of a minefield.

// A minefield as ZiNi needs it: the kind of every cell, the cells that open together, and the gain of a chord
// on every cell. Keeps its buffers from one minefield to the next.
class Terrain {
  public:
    // `border`: a number that touches a zero. `isolated`: a number that touches none.
    enum Kind : std::uint8_t { zero, isolated, border, mine };

    // One byte for each cell, 0 or 1. The topology must outlive the terrain.
    void load(const Topology& topology, std::span<const std::uint8_t> mine_bytes);

    const Topology& topology() const { return *topology_; }
    std::uint32_t three_bv() const { return openings() + static_cast<std::uint32_t>(isolated_.size()); }
    std::uint32_t openings() const { return static_cast<std::uint32_t>(opening_ends_.size()); }

    // The Kind of every cell.
    const std::vector<std::uint8_t>& kinds() const { return kinds_; }
    // For every safe cell: its adjacent 3BV (the openings and isolated numbers that it touches or belongs to)
    // minus its adjacent mines.
    const std::vector<std::int16_t>& gains() const { return gains_; }
    // The opening of a zero.
    std::uint32_t opening_of(Cell zero_cell) const { return opening_of_[zero_cell]; }
    // The zeros of an opening, its first zero in front, and the numbers around them.
    std::span<const Cell> opening_cells(std::uint32_t opening) const {
        return list_at(opening_cells_, opening_ends_, opening);
    }

  private:
    void find_numbers(std::span<const std::uint8_t> mine_bytes);
    void find_openings();
    void find_opening(Cell start);
    void find_isolated();
    std::size_t opening_end() const { return opening_ends_.empty() ? 0 : opening_ends_.back(); }
    void make_room(std::size_t opening_cells);

    const Topology* topology_ = nullptr;
    std::vector<std::uint8_t> kinds_;
    std::vector<std::int16_t> gains_;
    std::vector<Cell> mines_;
    std::vector<Cell> isolated_;
    std::vector<std::uint32_t> opening_of_;
    std::vector<Cell> opening_cells_;          // opening after opening; the space after the last is unused
    std::vector<std::size_t> opening_ends_;    // where opening i ends and opening i + 1 begins
    std::vector<std::uint32_t> last_opening_;  // per cell: the last opening that has it
    std::vector<Cell> zeros_;                  // of the current opening
};

// The premiums of all places of a board, which change, and the first place with the highest. 64 places form a
// block and 64 blocks a region. Each has its highest premium, and a search examines only changed ones again.
// So a change costs the same on every board of ordinary size.
class Premiums {
  public:
    using Premium = std::int16_t;
    // Stays negative, whatever play adds to it.
    static constexpr Premium kNever = -20000;

    // Starts over with `size` places. Allocates only to grow.
    void reset(std::size_t size);

    // The premiums by place, for the caller to set. Call settle() before the first add() or best().
    std::span<Premium> all() { return premiums_; }
    void settle();

    // Marks the block without a check whether its highest premium changes, because a branch would be
    // unpredictable.
    void add(std::size_t place, Premium change) {
        premiums_[place] = static_cast<Premium>(premiums_[place] + change);
        is_stale_[place / kBlock] = 1;
        has_stale_[place / kRegion] = 1;
    }

    Premium operator[](std::size_t place) const { return premiums_[place]; }

    // The first place with the highest premium. Nothing if all are negative.
    std::optional<std::size_t> best();

  private:
    static constexpr std::size_t kBlock = 64;
    static constexpr std::size_t kRegion = kBlock * kBlock;

    void refresh();

    std::vector<Premium> premiums_;  // padded to whole blocks
    std::vector<Premium> blocks_;    // the highest of each block; padded to whole regions
    std::vector<Premium> regions_;
    std::vector<std::uint8_t> is_stale_;   // of blocks; padded to whole regions
    std::vector<std::uint8_t> has_stale_;  // of regions
};

enum class ZiniRule { greedy, human };

class Zini {
  public:
    // Takes a minefield, one byte for each cell, 0 or 1. The topology must outlive it.
    void load(const Topology& topology, std::span<const std::uint8_t> mine_bytes);

    // The clicks, with ties down the columns. Valid until the next call.
    std::span<const Action> clicks(ZiniRule rule);

    // The fewest clicks of `runs` runs (at least 1) of the greedy rule. The first run breaks ties as clicks()
    // does. Each other run takes a random order of the cells from (seed, run), so every way to break ties can
    // occur. A run costs somewhat more than clicks().
    std::size_t fewest_clicks(std::uint32_t runs, std::uint64_t seed, const Limits& limits);

    // Searches for fewer clicks than those of the greedy rule, in `rounds` rounds. A round costs somewhat
    // more than clicks(). The same rounds and seed give the same clicks. Valid until the next call.
    std::span<const Action> search(std::uint32_t rounds, std::uint64_t seed, const Limits& limits);

    // A lower bound on the clicks of any way to clear the minefield.
    std::uint32_t least_clicks() const;

  private:
    using Premium = Premiums::Premium;

    // The states of cells that play has changed. Other cells have their Terrain::Kind.
    enum : std::uint8_t { kFlagged = Terrain::mine + 1, kOpen };

    static bool is_left(std::uint8_t cell) { return cell <= Terrain::isolated; }
    static bool is_closed(std::uint8_t cell) { return cell <= Terrain::border; }

    struct Around {
        std::span<const Cell> mines;  // mines without a flag
        std::span<const Cell> closed_cells;
    };

    // The first coordinate changes fastest, then the next. Cells of graphs have one coordinate.
    void order_down_columns();
    void order_at_random(std::uint64_t seed, std::uint64_t run);
    void place_cells();
    void run(ZiniRule rule);
    void begin(ZiniRule rule);
    void go_on(ZiniRule rule);
    void play_if_useful(Cell cell);
    void play(Cell cell);
    Around look_around(Cell cell);
    Cell next_left();
    void click_until_one_pays();
    void click_all_left();
    void click(Cell cell);
    void open(Cell cell);
    void uncover(Cell cell, int solves);
    void add(Cell cell, int change) { premiums_.add(place_of_[cell], static_cast<Premium>(change)); }

    Terrain terrain_;
    std::vector<std::uint32_t> place_of_;  // per cell: its place in the order that breaks ties
    std::vector<Cell> cell_at_;
    bool in_order_ = false;           // whether the order is the one down the columns,
    std::vector<std::size_t> shape_;  // of boards of this shape
    Premiums premiums_;               // by place
    std::vector<std::uint8_t> cells_;
    std::vector<Action> clicks_;
    std::vector<Cell> chords_;  // the cells with a chord, in order
    Premium closed_cost_ = 0;   // what the premium of a closed cell loses
    std::uint32_t left_ = 0;    // of the 3BV, still closed
    std::size_t next_ = 0;      // nothing is left to click before this place
    std::vector<Cell> mines_around_;
    std::vector<Cell> closed_around_;
    std::vector<Cell> rest_;
};

// A lower bound on the clicks that clear a minefield, for boards of two dimensions whose cells touch only
// cells in the same and the adjacent rows and columns. Every way to clear the minefield pays for each chord,
// and for a flag on each mine beside a chord. It also pays for a click on each opening and on each isolated
// number, unless a chord beside it opens it. The bound cuts the grid into strips. The bound of a strip is the
// least of these sums over all sets of chords, in any order. A chord that touches two strips costs half in
// each, and each strip may choose it or not. An opening reaches over many strips, so it counts half a click,
// and each chord beside it saves that half. The result is the highest bound over all ways to cut the grid
// into strips of a width that takes little time.
// Returns 0 for other boards, and for boards that would take long. Takes some tenths of a second at most.
std::uint32_t least_clicks_in_strips(const Terrain& terrain);  // in least_clicks.cpp

}  // namespace sapper

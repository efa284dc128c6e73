// The gain of a chord on every cell of a minefield.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/topology.hpp"
#include "util/lists.hpp"

namespace sapper {

// A minefield as ZiNi needs it: the kind of every cell, the cells that open together, and the gain of a chord
// on every cell. Keeps its buffers from one minefield to the next.
class Terrain {
  public:
    // `border`: a number that touches a zero. `isolated`: a number that touches none.
    enum Kind : std::uint8_t { zero, isolated, border, mine };

    // One byte for each cell, 0 or 1. The topology must outlive the terrain.
    void load(const Topology& topology, std::span<const std::uint8_t> mined);

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
    void find_numbers(std::span<const std::uint8_t> mined);
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

}  // namespace sapper

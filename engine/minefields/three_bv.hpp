// Counts the 3BV of a minefield (the fewest left clicks that open every safe cell), its openings and its
// islands, on any topology. An opening is a connected set of zeros. One click opens it with the numbers
// around it. An isolated number touches no zero and takes one click. An island is a connected set of isolated
// numbers. A counter keeps its buffers, so only the first minefield of a size allocates. Also the ratios of a
// game to its 3BV.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "board/position.hpp"
#include "board/topology.hpp"

namespace sapper {

// Computes the 3BV of square boards of at most 64 columns. Each row is one machine word, so a few operations
// handle the neighbours of a whole row. Keeps its buffers from one minefield to the next.
class RowBits {
  public:
    static bool can_hold(const Topology& topology);

    // One byte for each cell, 0 or 1.
    std::uint32_t three_bv(const Topology& topology, std::span<const std::uint8_t> mine_bytes);

  private:
    // A run of adjacent zeros, as a node of a union-find forest of the runs that open together.
    struct Run {
        std::uint64_t reach;  // the columns that touch it
        std::uint32_t parent;
    };

    void load(std::size_t rows, std::size_t columns, std::span<const std::uint8_t> mine_bytes);
    std::uint32_t openings();
    std::uint32_t root(std::uint32_t run);

    std::uint64_t all_ = 0;             // every column
    std::vector<std::uint64_t> mines_;  // per row, with an empty one before the first and after the last
    std::vector<std::uint64_t> zeros_;
    std::vector<std::uint64_t> reach_;  // per row: the columns of a set and those beside them
    std::vector<Run> runs_;
};

struct BoardCounts {
    std::uint32_t three_bv = 0;
    std::uint32_t openings = 0;
    std::uint32_t islands = 0;
};

class BoardCounter {
  public:
    // `mine_bytes` holds one byte for each cell, 0 or 1. `marks` is what the player sees.
    std::uint32_t three_bv(const Topology& topology, std::span<const std::uint8_t> mine_bytes);
    BoardCounts count(const Topology& topology, std::span<const std::uint8_t> mine_bytes);
    // The part of the 3BV that is done: openings whose cells and surrounding numbers are all open, and open
    // isolated numbers. A cell under a wrong flag is not open.
    std::uint32_t solved_three_bv(const Topology& topology, std::span<const std::uint8_t> mine_bytes,
                                  std::span<const Mark> marks);

  private:
    // What is left to count of a cell. Isolated and other numbers share one state.
    enum State : std::uint8_t { kZero, kNumber, kDone };

    void begin(const Topology& topology, std::span<const std::uint8_t> mine_bytes);
    std::span<const Cell> take_set(const Topology& topology, Cell start, State state);
    std::uint32_t take_all(const Topology& topology, State state);
    std::uint32_t isolated_numbers() const;

    RowBits row_bits_;
    std::vector<std::uint8_t> states_;
    std::vector<Cell> mines_;
    std::vector<Cell> queue_;
};

// Inner loops over the cells of a board, without branches that depend on where the mines are. Processors
// cannot predict such branches, and their misses would cost more than everything else.

// Lists the cells whose byte is `value`, in order.
inline void list_where(std::span<const std::uint8_t> bytes, std::uint8_t value, std::vector<Cell>& cells) {
    cells.resize(bytes.size() + 1);  // room for a last write that is not in the list
    Cell* const out = cells.data();
    std::size_t end = 0;
    const auto look_at = [&](std::size_t cell) {
        out[end] = static_cast<Cell>(cell);
        end += bytes[cell] == value;
    };
    std::size_t cell = 0;
    for (; cell + 8 <= bytes.size(); cell += 8) {
        for (std::size_t i = 0; i < 8; ++i)
            look_at(cell + i);
    }
    for (; cell < bytes.size(); ++cell)
        look_at(cell);
    cells.resize(end);
}

// The first place at or after `from` that holds `value`, or the number of bytes.
inline std::size_t find_byte(std::span<const std::uint8_t> bytes, std::uint8_t value, std::size_t from) {
    if (from == bytes.size()) return from;
    const void* place = std::memchr(bytes.data() + from, value, bytes.size() - from);
    if (place == nullptr) return bytes.size();
    return static_cast<std::size_t>(static_cast<const std::uint8_t*>(place) - bytes.data());
}

// The ratios that players compare games by, from the counts of a game. `docs/metrics.md` has their sources. A
// ratio is nothing if it would divide by zero or needs a time that is not known.

struct GameCounts {
    std::uint32_t three_bv;
    std::uint32_t solved;  // the part of the 3BV that is done
    std::size_t clicks;
    std::size_t effective_clicks;   // those that changed something
    std::optional<double> seconds;  // 0 is not known either
    std::optional<std::size_t> zini = {};
    std::optional<std::size_t> hzini = {};
};

struct GameRatios {
    std::optional<double> ioe;                  // 3BV done per click
    std::optional<double> correctness;          // effective clicks per click
    std::optional<double> throughput;           // 3BV done per effective click
    std::optional<double> three_bv_per_second;  // 3BV done per second
    std::optional<double> estimate;             // the seconds that the whole 3BV would take at this speed
    std::optional<double> rqp;                  // seconds^2 / 3BV, if all of the 3BV is done
    std::optional<double> qg;                   // seconds^1.7 / 3BV, if all of the 3BV is done
    std::optional<double> stnb;  // only on boards of 8 x 8 with 10, 16 x 16 with 40, 16 x 30 with 99
    std::optional<double> zini_efficiency;   // ZiNi per click, if all of the 3BV is done
    std::optional<double> hzini_efficiency;  // HZiNi per click, if it is
};

GameRatios ratios_of(const Topology& topology, std::size_t mines, const GameCounts& counts);

}  // namespace sapper

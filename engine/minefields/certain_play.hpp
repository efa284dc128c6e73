// Plays a minefield from its first cell with certain moves only, as far as possible. Tries cheap rules first
// and exact counting last. A minefield that it clears needs no guess. One that it does not clear needs a
// guess under the given terms. Keeps its buffers from one minefield to the next.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "inference/constraints.hpp"
#include "knowledge/difficulty.hpp"
#include "minefields/certain_cells.hpp"

namespace sapper {

// What certain moves may use.
struct Terms {
    // The hardest rule allowed.
    Difficulty hardest = Difficulty::counting;
    // Whether the two hardest rules may use the mine count. The other rules never do.
    bool mine_count = true;

    bool operator==(const Terms&) const = default;
};

class CertainPlay {
  public:
    explicit CertainPlay(std::shared_ptr<const Topology> topology);

    // Takes a minefield, one byte for each cell, 0 or 1. Play begins at `start`, which must be safe.
    void load(std::span<const std::uint8_t> mined, Cell start);
    // Opens the start and then everything certain. Returns whether that opens every safe cell. May throw what
    // counting throws.
    bool clears(const Terms& terms, const Limits& limits);

    // After clears(): what is known, and how many safe cells are still hidden.
    const Constraints& constraints() const { return constraints_; }
    std::size_t safe_left() const { return safe_left_; }
    // The mines around every cell, mined cells too.
    std::span<const Mark> mines_around() const { return numbers_; }

  private:
    void begin(const Terms& terms);
    void choose_level(const Terms& terms);
    bool advance(const Terms& terms, const Limits& limits);
    bool advance_exactly(bool by_mine_count, const Limits& limits);
    bool open_by_pairs();
    void open(std::span<const Cell> cells);
    void uncover(Cell cell);
    void cascade();
    void mark_mines(std::span<const Cell> cells);

    std::shared_ptr<const Topology> topology_;
    std::vector<Mark> numbers_;
    std::vector<Mark> marks_;
    std::uint32_t mines_ = 0;
    Cell start_ = 0;
    std::size_t safe_left_ = 0;
    Constraints constraints_;
    Pairs pairs_;
    CertainCells certain_;
    bool counting_ = false;  // whether certain_ follows this minefield
    // Replaces pairs and counting if not all rules are allowed.
    std::unique_ptr<Level> level_;
    Difficulty level_reaches_ = Difficulty::counting;
    std::uint32_t level_mines_ = 0;
    std::vector<Cell> safe_;    // found by pairs
    std::vector<Cell> opened_;  // opened in the current move; also the queue of its cascade
    std::vector<Mark> shown_;
};

}  // namespace sapper

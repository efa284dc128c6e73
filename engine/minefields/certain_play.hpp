// Play with certain moves only, which shows whether a minefield needs a guess.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "deduction/levels.hpp"
#include "inference/constraints.hpp"
#include "inference/coupling.hpp"
#include "inference/frontier.hpp"
#include "util/limits.hpp"

namespace sapper {

// Finds certain cells by counting configurations, as Inference does, but without probabilities: those that
// components prove by themselves and, in a second step, those that the mine count adds. The second step needs
// only integers, so it computes no products.
class CertainCells {
  public:
    explicit CertainCells(const Topology& topology);

    // Call it before the first find() on newly loaded constraints.
    void reset(Constraints& constraints);
    // Finds hidden cells that components prove safe, or mines. Returns whether any are safe. Clears the
    // constraints' list of changed cells. May throw what counting throws.
    bool find(Constraints& constraints, const Limits& limits);
    // Finds the cells that are safe because of the mine count. Returns whether there are any. Call it after a
    // find() that returned false, on the same constraints.
    bool find_by_mine_count(const Constraints& constraints, std::uint32_t mines, const Limits& limits);

    std::span<const Cell> safe() const { return safe_; }
    std::span<const Cell> mines() const { return mines_; }

  private:
    void add_sea(const Constraints& constraints);

    Frontier frontier_;
    std::vector<Factor> factors_;
    std::vector<double> weights_;
    std::vector<Cell> safe_;
    std::vector<Cell> mines_;
};

// The rules that certain moves may use.
struct Terms {
    // The hardest of these rules.
    Difficulty hardest = Difficulty::counting;
    // Whether the two hardest rules may use the mine count. The other rules never do.
    bool mine_count = true;

    bool operator==(const Terms&) const = default;
};

// Plays a minefield from its first cell with certain moves only, as far as possible. Tries cheap rules first
// and exact counting last. A minefield that it clears needs no guess. One that it does not clear needs a
// guess under these terms. Keeps its buffers from one minefield to the next.
class CertainPlay {
  public:
    explicit CertainPlay(std::shared_ptr<const Topology> topology);

    // Takes a minefield, one byte for each cell, 0 or 1. Play begins at `start`, which must be a safe cell.
    void load(std::span<const std::uint8_t> mine_bytes, Cell start);
    // Opens the start and then everything certain. Returns whether that opens every safe cell. May throw what
    // counting throws.
    bool clears(const Terms& terms, const Limits& limits);

    // After clears(): the constraints of the last position, and the number of safe cells that are still
    // hidden.
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
    // Replaces pairs and counting if the terms do not allow all rules.
    std::unique_ptr<Level> level_;
    Difficulty level_reaches_ = Difficulty::counting;
    std::uint32_t level_mines_ = 0;
    std::vector<Cell> safe_;        // by pairs
    std::vector<Cell> move_cells_;  // the cells of the current move; also the queue of its cascade
    std::vector<Mark> move_numbers_;
};

}  // namespace sapper

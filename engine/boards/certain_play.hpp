// Plays a minefield from its first cell with certain moves only, as far as they lead. Cheap rules go first
// and exact counting has the last word, so with `Rule::exact` a minefield that is not cleared is one that
// needs a guess, and one that is cleared needs none. Keeps its buffers from one minefield to the next.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "boards/certain_cells.hpp"
#include "boards/pair_rule.hpp"
#include "inference/constraints.hpp"

namespace sapper {

// The hardest rule that a move may rest on. `single`: one number. `subset`: two numbers, one of which has all
// the hidden cells of the other. `exact`: whatever follows.
enum class Rule : std::uint8_t { single, subset, exact };

struct Terms {
    Rule hardest = Rule::exact;
    // Whether the mine count may be reasoned with; that is never an easy rule, so it needs `exact`.
    bool mine_count = true;
};

class CertainPlay {
  public:
    explicit CertainPlay(std::shared_ptr<const Topology> topology);

    // Takes a minefield, one byte a cell, 0 or 1, to be played from `start`, which must be safe. The bytes
    // have to live on.
    void load(std::span<const std::uint8_t> mined, Cell start);
    // Opens the start and then all that is certain; whether that is every safe cell. May throw what counting
    // throws.
    bool clears(const Terms& terms, const Limits& limits);

    // Of the minefield as it was left: what is known of it, how many safe cells are still hidden.
    const Constraints& constraints() const { return constraints_; }
    std::size_t safe_left() const { return safe_left_; }
    // The mines around every cell, mined ones too.
    std::span<const Mark> mines_around() const { return numbers_; }

  private:
    void begin();
    bool advance(const Terms& terms, const Limits& limits);
    bool advance_exactly(bool by_mine_count, const Limits& limits);
    void open(std::span<const Cell> cells);
    void uncover(Cell cell);
    void cascade();
    void mark_mines(std::span<const Cell> cells);

    std::vector<Mark> numbers_;
    std::vector<std::uint8_t> is_open_;
    std::uint32_t mines_ = 0;
    Cell start_ = 0;
    Constraints constraints_;
    PairRule pairs_;
    CertainCells certain_;
    bool counting_ = false;    // whether `certain_` follows this minefield
    std::size_t noticed_ = 0;  // of the changed cells, those the pair rule has seen
    std::size_t safe_left_ = 0;
    std::vector<Cell> opened_;  // in the move that is being made, and the queue of its cascade
    std::vector<Mark> shown_;
};

}  // namespace sapper

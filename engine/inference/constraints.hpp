// The constraints of a position, and the rules that need no counting.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "board/cell_list.hpp"
#include "board/position.hpp"
#include "board/topology.hpp"
#include "inference/bit_rules.hpp"
#include "util/limits.hpp"

namespace sapper {

// Filters a growing list of cells a little at a time, so that its length stays proportional to the cells that
// still matter. Does not keep the order of the cells.
class IncrementalFilter {
  public:
    // Call it after the list may have grown. Drops cells at or after place `from` that keep(cell) rejects.
    // Takes time proportional to the cells added since the last call.
    template <typename Keep>
    void operator()(CellList& cells, std::size_t from, Keep keep) {
        constexpr std::size_t kLongList = 4096;
        const std::size_t growth = cells.size() - std::min(before_, cells.size());
        if (cells.size() > from + kLongList) {
            for (std::size_t i = 0; i < 2 * growth && from < cells.size(); ++i) {
                if (next_ < from || next_ >= cells.size()) next_ = from;
                if (keep(cells[next_])) {
                    ++next_;
                } else {
                    const Cell last = cells.take_last();
                    if (next_ < cells.size()) cells[next_] = last;
                }
            }
        }
        before_ = cells.size();
    }

  private:
    std::size_t before_ = 0;  // size of the list at the last call
    std::size_t next_ = 0;    // place to examine next
};

// The constraints that the numbers of a position put on its hidden cells. After every change the two trivial
// rules run until they find nothing: a number that needs no more mines makes its undecided neighbours safe,
// and a number that needs them all makes them mines. So every number with undecided neighbours is a live
// constraint with 0 < need < undecided. The result does not depend on the order of the numbers. After a
// contradiction only conflict() has a meaning.
class Constraints {
  public:
    // The state of a cell. `safe` and `mine` are hidden cells that the trivial rules or an assumption
    // decided. `unused` is an open cell whose number is not known, or has no effect yet.
    enum class CellState : std::uint8_t { undecided, safe, mine, unused, number, exploded };
    static constexpr std::size_t kCellStates = 6;

    explicit Constraints(std::shared_ptr<const Topology> topology);

    // Starts over from a whole position. Trusted flags count as mines. With `subset`, a number outside it
    // only says that its cell is safe. Polls now and then. If the poll throws, call load() or reset() next.
    void load(const Position& position, bool trust_flags, const std::vector<bool>* subset = nullptr,
              const Limits& limits = {});
    // Starts over with every cell hidden. Cheaper than loading such a position.
    void reset();
    // Opens hidden cells, each listed once, which show these numbers. Takes time proportional to their
    // neighbourhoods and to the cells that the trivial rules then decide. Open the cells of one cascade
    // together, so that the rules need not decide them one by one.
    void reveal(std::span<const Cell> cells, std::span<const Mark> numbers);
    // Learns that a hidden cell is a mine.
    void explode(Cell cell);
    // Learns that hidden cells, each listed once, are open without a number.
    void open(std::span<const Cell> cells);
    // Learns everything new that the rules report. Since the last reset() nothing else may have changed the
    // position. Not allowed after push(). Returns whether anything was new.
    bool learn(TrivialRules& rules);

    // pop() takes back all changes since the last push(), in the time that they took.
    void push();
    void pop();

    // The cells that became decided or revealed, or that touch a new number, since the owner last cleared the
    // list. After load() it holds the frontier.
    CellList& changes() { return changes_; }
    // Replaces that list by the frontier.
    void list_frontier(const Limits& limits = {});
    // Removes and returns a live number that a change touched since the last forget_dirty(), or kNoCell.
    // Each number comes once. load() and learn() touch no number.
    Cell take_dirty();
    void forget_dirty();
    // The cells that are safe by the trivial rules and still hidden, each once. Valid until anything changes.
    std::span<const Cell> known_safe();

    bool consistent() const { return conflict_ == kNoCell; }
    // A number whose need cannot be met, or a mine that was revealed as a number; else kNoCell.
    Cell conflict() const { return conflict_; }

    const Topology& topology() const { return *topology_; }
    CellState state(Cell cell) const { return at_[cell].state; }
    bool undecided(Cell cell) const { return at_[cell].state == CellState::undecided; }
    bool in_frontier(Cell cell) const { return at_[cell].in_frontier(); }
    bool at_sea(Cell cell) const { return at_[cell].at_sea(); }
    // Exploded, trusted or deduced.
    bool known_mine(Cell cell) const {
        const CellState now = state(cell);
        return (now == CellState::mine) | (now == CellState::exploded);
    }
    bool live(Cell cell) const { return at_[cell].live(); }
    // The mines and the safe cells that a number still needs among its undecided neighbours.
    std::int32_t need(Cell number) const { return at_[number].mines(); }
    std::int32_t safe_need(Cell number) const { return at_[number].safe(); }
    // For any cell, also one that is not a number.
    std::int32_t undecided_around(Cell cell) const {
        const Record& record = at_[cell];
        const bool unknown = record.state != CellState::number;
        return record.mines() + record.safe() - 2 * std::int32_t{kUnknownEach} * unknown;
    }

    std::size_t undecided_cells() const { return undecided_cells_; }
    std::size_t frontier_cells() const { return frontier_cells_; }
    std::size_t sea_cells() const { return undecided_cells_ - frontier_cells_; }
    // How many cells known_mine() holds for.
    std::size_t known_mines() const { return known_mines_; }

  private:
    // One word holds the mines and the safe cells still to be found around a cell, so one subtraction updates
    // both when a neighbour is decided.
    static constexpr std::uint32_t kOneSafe = 1;
    static constexpr std::uint32_t kOneMine = 0x10000;
    // The surplus in both counts of a cell that is not a number. So the counts stay positive however many
    // neighbours are decided, no rule applies, and no code has to check whether the cell is a number.
    static constexpr std::uint16_t kUnknownEach = 0x2000;
    static constexpr std::uint32_t kUnknown = kUnknownEach * (kOneMine + kOneSafe);

    // All data of a cell in eight bytes: on large boards every separate array would cost another cache line.
    struct Record {
        std::uint32_t to_find =
            0;  // the counts of a number; for other cells, undecided neighbours plus kUnknown
        std::uint16_t numbers_around = 0;  // numbers around it that had undecided neighbours when opened
        CellState state = CellState::undecided;
        bool is_dirty = true;  // in dirty_, or not a number and so never in it

        std::int32_t mines() const { return static_cast<std::int16_t>((to_find + 0x8000) >> 16); }
        std::int32_t safe() const { return static_cast<std::int16_t>(to_find & 0xffff); }
        // Whether a trivial rule applies: no mines or no safe cells are left to find. False for finished
        // numbers, the most common ones.
        bool trivial() const {
            constexpr std::uint32_t kSigns = 0x8000 * (kOneMine + kOneSafe);
            return (((to_find - kOneMine - kOneSafe) & kSigns) != 0) & (to_find != 0);
        }
        bool live() const { return (state == CellState::number) & (to_find != 0); }
        bool in_frontier() const { return (state == CellState::undecided) & (numbers_around > 0); }
        bool at_sea() const { return (state == CellState::undecided) & (numbers_around == 0); }
    };
    struct Event {
        enum class Kind : std::uint8_t { left_undecided, revealed, exploded, opened };
        Kind kind;
        CellState before;
        Mark number;
        Cell cell;
    };

    // The loss of each neighbour's `to_find` when an undecided cell gets this state.
    static constexpr std::uint32_t step_of(CellState state) {
        const bool holds_mine = (state == CellState::mine) | (state == CellState::exploded);
        return kOneSafe + (kOneMine - kOneSafe) * std::uint32_t{holds_mine};
    }
    // The loss of a cell's `to_find` when the cell shows this number.
    static constexpr std::uint32_t unknown_before(Mark number) {
        return kUnknown - static_cast<std::uint32_t>(number) * (kOneMine - kOneSafe);
    }
    void count_out(Cell cell, std::uint32_t step);
    void cover_around(Cell number);
    void learn(const TrivialRules& rules, std::size_t word, const RuleNews& news);
    void apply_trivial_rules(const Limits& limits = {});
    void leave_undecided(Cell cell, CellState state);
    void filter_dirty();
    void drop_repeated_safe();
    void take_back(const Event& event);
    void log(Event::Kind kind, CellState before, Cell cell, Mark number = 0) {
        if (!levels_.empty()) events_.push_back({kind, before, number, cell});
    }

    std::shared_ptr<const Topology> topology_;
    std::vector<Record> at_;
    std::vector<Record> blank_;          // of a board with every cell hidden
    std::vector<CellState> before_;      // scratch of reveal()
    std::optional<TrivialRules> rules_;  // scratch of load(), on boards that a Bitboard can hold
    CellList queue_;                     // numbers to which the trivial rules may apply
    CellList neighbours_;                // scratch of the rules
    CellList changes_;
    CellList dirty_;
    IncrementalFilter filter_;         // of dirty_
    std::vector<Cell> proved_safe_;    // in the order of the proofs; some are open by now, or taken back
    bool may_repeat_ = false;          // whether proved_safe_ may list a cell twice
    std::vector<Event> events_;        // since the first push
    std::vector<std::size_t> levels_;  // events before each push
    std::size_t undecided_cells_ = 0;
    std::size_t frontier_cells_ = 0;
    std::size_t known_mines_ = 0;
    Cell conflict_ = kNoCell;
};

// The rule of two numbers. Suppose that the first number needs more mines than the second, and that the
// difference is the number of cells that only the first has. Then these cells are all mines, and the cells
// that only the second has are safe. In play the rule finds most of the safe cells that the trivial rules
// miss, at a small fraction of the cost of counting. Counting would find the same cells.
class Pairs {
  public:
    explicit Pairs(const Topology& topology) : overlap_(topology.size(), 0) {}

    // Appends the undecided cells that this live number and any second number together prove safe, each once.
    // Looks at the numbers around the number's undecided cells.
    void find_safe(const Constraints& constraints, Cell number, std::vector<Cell>& safe);

  private:
    void drop_repeats(std::vector<Cell>& cells, std::size_t first);

    std::vector<std::uint16_t>
        overlap_;       // per number: undecided cells that it shares with the current number
    CellList covered_;  // undecided cells of the current number
    CellList others_;   // numbers that share any of them
};

}  // namespace sapper

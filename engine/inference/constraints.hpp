// What the numbers of a position say about its hidden cells, kept closed under the two trivial rules: a
// number that needs no more mines makes its undecided neighbours safe, one that needs them all makes them
// mines. Every number with undecided neighbours then is a live constraint with 0 < need < undecided. The
// closure does not depend on the order in which numbers come. Once inconsistent, only `conflict()` means
// anything.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/position.hpp"
#include "board/topology.hpp"
#include "inference/cell_list.hpp"
#include "inference/limits.hpp"
#include "inference/skim.hpp"

namespace sapper {

class Constraints {
  public:
    // Where a cell stands. `safe` and `mine` are hidden cells decided by the trivial rules or by assumption;
    // `silent` is a revealed number that is not heard, or not yet.
    enum class Standing : std::uint8_t { undecided, safe, mine, silent, number, exploded };

    explicit Constraints(std::shared_ptr<const Topology> topology);

    // Starts over from a whole position. Trusted flags count as mines. Where `heard` is given, the other
    // numbers only say that their cell is safe.
    // `limits` are polled now and then; when the poll throws, only another load() or reset() helps.
    void load(const Position& position, bool trust_flags, const std::vector<bool>* heard = nullptr,
              const Limits& limits = {});
    // Starts over from a board of which nothing is known: cheaper than loading such a position.
    void reset();
    // Opens hidden cells, each once, that show these numbers. Costs their neighbourhoods and what the trivial
    // rules then decide; opened together, the cells of a cascade leave the rules nothing to do about each
    // other.
    void reveal(std::span<const Cell> cells, std::span<const Mark> numbers);
    // Learns that a hidden cell was a mine.
    void explode(Cell cell);

    // pop() takes back everything since the last push(), at the cost of doing it.
    void push();
    void pop();

    // Cells that were decided or revealed, or that came under a new number, since this was last cleared. A
    // whole load() is not listed.
    CellList& changed() { return changed_; }
    // A live number that a change touched since the last forget_touched(), each once for all its changes, or
    // kNoCell. As changed(), without those of load().
    Cell take_touched();
    void forget_touched();
    // The cells that are safe by the trivial rules and still hidden; after a pop() some may be listed twice.
    // Valid until anything changes.
    std::span<const Cell> known_safe();

    bool consistent() const { return conflict_ == kNoCell; }
    // A number whose need cannot be met, or a mine that was revealed as a number.
    Cell conflict() const { return conflict_; }

    const Topology& topology() const { return *topology_; }
    Standing standing(Cell cell) const { return at_[cell].standing; }
    bool undecided(Cell cell) const { return at_[cell].standing == Standing::undecided; }
    bool in_frontier(Cell cell) const { return undecided(cell) && at_[cell].numbers_around > 0; }
    bool live(Cell cell) const {
        return (at_[cell].standing == Standing::number) & (at_[cell].undecided() > 0);
    }
    // The mines a number still has to find among its undecided neighbours; how many those are, of any cell.
    std::int32_t need(Cell number) const { return at_[number].need(); }
    std::int32_t undecided_around(Cell number) const { return at_[number].undecided(); }

    std::size_t undecided_cells() const { return undecided_cells_; }
    std::size_t frontier_cells() const { return frontier_cells_; }
    // Exploded, trusted and deduced ones together.
    std::size_t known_mines() const { return known_mines_; }

  private:
    // All about a cell in eight bytes: on large boards every array would cost a cache line of its own.
    static constexpr std::uint32_t kOneUndecided = 1;
    static constexpr std::uint32_t kOneMine = 0x10000;
    struct State {
        // How many cells around it are undecided, and above that its need: one subtraction follows a
        // neighbour that was decided. The need of a cell that is no number yet is minus the known mines
        // around it.
        std::uint32_t around = 0;
        std::uint16_t numbers_around = 0;  // of an undecided cell
        Standing standing = Standing::undecided;
        bool touched = false;  // whether it is listed in touched_

        std::int32_t undecided() const { return static_cast<std::int32_t>(around & 0xffff); }
        std::int32_t need() const { return static_cast<std::int16_t>(around >> 16); }
        // Whether the trivial rules have a say: unless 0 < need < undecided. Numbers that are done with, as
        // most are, need no rule.
        bool trivial() const {
            const auto need_less_one = static_cast<std::int32_t>((around - kOneMine) >> 16);
            return (need_less_one >= undecided() - 1) & (around != 0);
        }
    };
    struct Event {
        enum class Kind : std::uint8_t { left_undecided, revealed, exploded };
        Kind kind;
        Standing before;
        Mark number;
        Cell cell;
    };

    static std::uint32_t step_of(Standing standing);
    void count_out(Cell cell, std::uint32_t step);
    void cover_around(Cell number);
    void apply_trivial_rules(const Limits& limits = {});
    void leave_undecided(Cell cell, Standing standing);
    void skim_touched();
    void take_back(const Event& event);
    void record(Event::Kind kind, Standing before, Cell cell, Mark number = 0) {
        if (!levels_.empty()) events_.push_back({kind, before, number, cell});
    }

    std::shared_ptr<const Topology> topology_;
    std::vector<State> at_;
    std::vector<State> blank_;      // of a board of which nothing is known
    std::vector<Standing> before_;  // scratch of reveal()
    CellList queue_;                // numbers to which the trivial rules may apply
    CellList decided_;              // scratch of the rules
    CellList changed_;
    CellList touched_;
    Skim skim_;                        // of those
    std::vector<Cell> found_safe_;     // in the order found; some are open by now or taken back
    std::vector<Event> events_;        // since the first push
    std::vector<std::size_t> levels_;  // events before each push
    std::size_t undecided_cells_ = 0;
    std::size_t frontier_cells_ = 0;
    std::size_t known_mines_ = 0;
    Cell conflict_ = kNoCell;
};

}  // namespace sapper

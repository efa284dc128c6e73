// What single numbers, pairs of numbers, separate numbers and suppositions prove, together with the cells
// deduced so far.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "board/position.hpp"
#include "deduction/known_sets.hpp"

namespace sapper {

// The claim that a hidden cell is a mine, or that it is safe.
struct Claim {
    Cell cell;
    bool mine;
    bool operator==(const Claim&) const = default;
};

// The numbers of a board, the cells deduced so far, and what each number still needs. Draws no conclusions
// itself.
class Facts {
  public:
    explicit Facts(std::shared_ptr<const Topology> topology);

    // Starts over with nothing deduced.
    void load(std::span<const Mark> marks);
    // The cell must be undecided.
    void learn(Claim claim);

    const Topology& topology() const { return *topology_; }
    std::span<const Mark> marks() const { return marks_; }
    bool undecided(Cell cell) const { return states_[cell] == CellState::undecided; }
    // Whether a hidden cell is deduced.
    bool is_deduced(Cell cell) const { return states_[cell] >= CellState::safe; }
    bool deduced_mine(Cell cell) const { return states_[cell] == CellState::mine; }
    bool number(Cell cell) const { return is_number(marks_[cell]); }
    // Whether a cell is a number with undecided neighbours.
    bool live(Cell cell) const { return number(cell) && around_[cell] > 0; }
    // The mines that a number still needs among its undecided neighbours, and the number of these neighbours.
    std::int32_t need(Cell number) const { return need_[number]; }
    std::int32_t undecided_around(Cell number) const { return around_[number]; }

    std::size_t undecided_cells() const { return undecided_cells_; }
    // The exploded and the deduced mines.
    std::size_t known_mines() const { return known_mines_; }

  private:
    enum class CellState : std::uint8_t { undecided, revealed, safe, mine };

    std::shared_ptr<const Topology> topology_;
    std::vector<Mark> marks_;
    std::vector<CellState> states_;
    std::vector<std::int32_t> need_;
    std::vector<std::int32_t> around_;
    std::size_t undecided_cells_ = 0;
    std::size_t known_mines_ = 0;
};

// Numbers that account for the mine count. They are separate: no two share an undecided cell. Either they
// need all remaining mines, so every other cell is safe, or they need all remaining safe cells, so every
// other cell is a mine.
struct SeparateNumbers {
    std::vector<Cell> numbers;
    bool rest_is_mines;
    std::vector<Cell> rest;  // the other undecided cells, at least one
};

// Finds such numbers, within a limit of the search. No single number may decide a cell.
std::optional<SeparateNumbers> find_separate_numbers(const Facts& facts, std::uint32_t mines);

// Two numbers that share undecided cells and together decide cells that neither decides alone.
struct Pair {
    Cell first;
    Cell second;
    std::vector<Claim> claims;  // in ascending order of cells
};

class PairFinder {
  public:
    explicit PairFinder(std::size_t cells) : is_listed_(cells, false) {}

    // The first pair of this number that decides a cell by the rule.
    std::optional<Pair> find(const Facts& facts, Cell number, OverlapRule rule);

    // The deduced cells around a pair that the rule needs to decide the claims, ascending.
    static std::vector<Cell> needed_cells(const Facts& facts, const Pair& pair, OverlapRule rule);

  private:
    void find_others(const Facts& facts, Cell number);

    std::vector<bool> is_listed_;
    std::vector<Cell> others_;  // numbers that share undecided cells with the current one, and itself
};

// Supposes that a cell is a mine, or safe, and follows single numbers: a number that needs no more mines
// makes the cells around it safe, and one that needs them all makes them mines. If some number then has too
// many mines or too few, the supposition is wrong. Stops after more cells than a person could follow.
class Trial {
  public:
    static constexpr std::size_t kMostCells = 64;

    struct Step {
        Claim claim;
        Cell number;  // the number that forces this step; kNoCell for the supposition
    };

    explicit Trial(std::size_t cells)
        : place_(cells, 0), need_(cells), around_(cells), is_in_reach_(cells, 0) {}

    // Whether the supposition leads to a contradiction. With `subset`, ignores other numbers.
    bool refutes(const Facts& facts, Claim supposition, const std::vector<bool>* subset = nullptr);

    // After a refutation: the steps that the contradiction needs, in order, and the number that contradicts
    // them.
    const std::vector<Step>& steps() const { return steps_; }
    Cell conflict() const { return conflict_; }
    // The numbers of the steps and the one that contradicts them, ascending.
    std::vector<Cell> numbers() const;

  private:
    void assign(const Facts& facts, Claim claim, Cell number);
    bool apply(const Facts& facts, Cell number);
    void mark_needed_steps(const Facts& facts);
    void need_cells_of(const Facts& facts, Cell number, std::uint32_t before, bool mines);

    std::vector<Step> steps_;
    std::vector<std::uint32_t> place_;  // per cell: 1 + index of its step, or 0
    std::vector<std::int32_t> need_;    // per number in reach_
    std::vector<std::int32_t> around_;
    std::vector<std::uint8_t> is_in_reach_;
    std::vector<Cell> queue_;  // the numbers around the cells of the steps, in order; some more than once
    std::vector<Cell> reach_;
    std::vector<bool> is_needed_;  // per step
    Cell conflict_ = kNoCell;
};

}  // namespace sapper

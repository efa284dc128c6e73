// What single numbers, pairs of numbers and separate numbers prove, given the cells deduced so far.
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

// The numbers of a board and the cells deduced so far. Keeps what each number still needs, and draws no
// conclusions itself.
class Facts {
  public:
    explicit Facts(std::shared_ptr<const Topology> topology);

    // Starts over with nothing deduced.
    void load(std::span<const Mark> marks);
    // Expects an undecided cell.
    void learn(Claim claim);

    const Topology& topology() const { return *topology_; }
    std::span<const Mark> marks() const { return marks_; }
    bool undecided(Cell cell) const { return states_[cell] == CellState::undecided; }
    // Whether a hidden cell was deduced.
    bool deduced(Cell cell) const { return states_[cell] >= CellState::safe; }
    bool deduced_mine(Cell cell) const { return states_[cell] == CellState::mine; }
    bool number(Cell cell) const { return is_number(marks_[cell]); }
    // A number with undecided neighbours.
    bool live(Cell cell) const { return number(cell) && around_[cell] > 0; }
    // For a number: the mines it still needs among its undecided neighbours, and how many such neighbours it
    // has.
    std::int32_t need(Cell number) const { return need_[number]; }
    std::int32_t undecided_around(Cell number) const { return around_[number]; }

    std::size_t undecided_cells() const { return undecided_cells_; }
    // Exploded and deduced mines.
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

// Finds numbers that account for the mine count. The numbers are separate: no two share an undecided cell.
// Either they need all remaining mines, so every other cell is safe, or they need all remaining safe cells,
// so every other cell is a mine.
struct SeparateNumbers {
    std::vector<Cell> numbers;
    bool rest_mined;
    std::vector<Cell> rest;  // the other undecided cells, at least one
};

// Searches within a limit. Expects that no single number decides a cell.
std::optional<SeparateNumbers> find_separate_numbers(const Facts& facts, std::uint32_t mines);

// Two numbers that share undecided cells and together decide cells that neither decides alone.
struct Pair {
    Cell first;
    Cell second;
    std::vector<Claim> claims;  // in ascending order of cells
};

class PairFinder {
  public:
    explicit PairFinder(std::size_t cells) : seen_(cells, false) {}

    // The first such pair of this number, by the rule.
    std::optional<Pair> find(const Facts& facts, Cell number, OverlapRule rule);

    // The deduced cells around a pair that must be known for the rule to decide the claims, ascending.
    static std::vector<Cell> needed(const Facts& facts, const Pair& pair, OverlapRule rule);

  private:
    void find_others(const Facts& facts, Cell number);

    std::vector<bool> seen_;
    std::vector<Cell> others_;  // numbers that share undecided cells with the current one, and itself
};

}  // namespace sapper

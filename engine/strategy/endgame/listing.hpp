// Lists all configurations of a few cells, as sets of bits. For endgames, which have few.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/constraints.hpp"

namespace sapper {

class Listing {
  public:
    static constexpr std::size_t kMaxCells = 64;

    // Lists all ways to place `mines` mines on these undecided cells: at most 64 cells, and no constraint
    // reaches outside them. Bit i of a configuration is cells()[i]. False if there are more than `most`
    // configurations or the search takes too long.
    bool find(const Constraints& constraints, std::span<const Cell> cells, std::int64_t mines,
              std::size_t most);

    const std::vector<Cell>& cells() const { return cells_; }
    const std::vector<std::uint64_t>& configurations() const { return configurations_; }
    // Per cell: the listed cells that touch it.
    const std::vector<std::uint64_t>& neighbours() const { return neighbours_; }

  private:
    struct Number {
        std::uint64_t cells;
        std::int32_t need;
    };

    void order(const Constraints& constraints, std::span<const Cell> cells);
    void connect(const Constraints& constraints);
    bool place(std::size_t at, std::uint64_t mined, std::int64_t left);
    bool fits(std::size_t at, std::uint64_t mined) const;

    std::vector<Cell> cells_;
    std::vector<std::uint64_t> neighbours_;
    std::vector<Number> numbers_;
    std::vector<std::vector<std::uint32_t>> numbers_of_;  // per cell
    std::vector<std::uint64_t> configurations_;
    std::size_t most_ = 0;
    std::size_t steps_ = 0;
};

}  // namespace sapper

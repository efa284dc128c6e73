// The reason why no configuration fits a position: a minimal set of numbers that cannot all be right, with or
// without the mine count. Trusted flags count as mines. The search leaves out numbers and counts again, so it
// may take as long as a hundred analyses. And the other way round: the mine counts that fit the numbers.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "board/position.hpp"
#include "util/limits.hpp"

namespace sapper {

class Contradiction : public std::invalid_argument {
  public:
    Contradiction(const std::string& what, std::vector<Cell> numbers, bool mine_count)
        : std::invalid_argument(what), numbers(std::move(numbers)), mine_count(mine_count) {}
    std::vector<Cell> numbers;  // ascending; may be empty if the mine count is part of the conflict
    bool mine_count;            // whether the number of mines on the board is part of the conflict
};

// No configuration may fit the position. `suspects` are numbers that contradict each other. They are empty if
// only the mine count contradicts the numbers.
[[noreturn]] void throw_contradiction(const Position& position, bool trust_flags,
                                      const std::vector<Cell>& suspects, const Limits& limits);

// The mine counts with which some configuration fits the position, whatever its own is, ascending. Throws
// BudgetExceeded.
std::vector<std::uint32_t> fitting_counts(const Position& position, bool trust_flags, const Limits& limits);

}  // namespace sapper

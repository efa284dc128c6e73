// Why no configuration fits a position: a small set of numbers (trusted flags among them) that cannot all be
// right, from which no number can be left out, with or without the mine count of the board. Found by leaving
// out numbers and counting again, so it may take a hundred analyses; only contradictory positions pay for it.
#pragma once

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
    std::vector<Cell> numbers;  // ascending; may be empty when the mine count alone is impossible
    bool mine_count;            // whether the number of mines on the board is part of the conflict
};

// For a position that no configuration fits. `suspects` are numbers that contradict each other, or empty when
// the numbers agree with each other but not with the number of mines on the board.
[[noreturn]] void throw_contradiction(const Position& position, bool trust_flags,
                                      const std::vector<Cell>& suspects, const Limits& limits);

}  // namespace sapper

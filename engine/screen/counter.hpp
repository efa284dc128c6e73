// The numbers that a window shows beside its board, and how many mines they mean.
#pragma once

#include <optional>
#include <vector>

#include "board/position.hpp"
#include "screen/pixels.hpp"

namespace sapper::screen {

struct Number {
    std::uint32_t value;
    std::optional<std::uint32_t> before;  // the number before it and a slash: 3 in `3/10`
    bool alone;                           // nothing is beside it without a space, as in a clock
    Box box;
};

// The numbers around a board of which all digits are sure and nothing is beside them. Where two readings
// contradict each other, neither is among them.
std::vector<Number> numbers_beside(const Pixels& pixels, const Grid& grid, const Limits& limits);

struct Counts {
    std::vector<std::uint32_t> possible;  // ascending
    // The one that is sure: `flags / mines`, or that of a usual level, or the only number while nothing is
    // open or flagged and no clock runs.
    std::optional<std::uint32_t> sure;
};

// The numbers of mines that a counter may say. Most counters subtract the flags.
Counts counts_of(const std::vector<Number>& numbers, const std::vector<Mark>& marks, int rows, int columns);

}  // namespace sapper::screen

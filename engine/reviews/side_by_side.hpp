// Two recorded games side by side, part by part: where one was quicker than the other.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace sapper {

// A part of two games, from one amount of the 3BV to the next. Each field has a value for both games.
struct Phase {
    std::array<std::size_t, 2> solved;           // of the 3BV, at the end of the part
    std::array<double, 2> at;                    // the seconds at its end
    std::array<double, 2> took;                  // the seconds that the part took
    std::array<std::optional<double>, 2> speed;  // 3BV per second; nothing if it took no time

    // The seconds by which the second game took longer; below 0 if it was quicker.
    double gap() const { return took[1] - took[0]; }
};

// The parts of two games, at most `parts`, from the splits of their lines. On the same minefield a part ends
// where both have done the same 3BV, as far as both came. On different ones it ends at the same share of what
// each game did.
std::vector<Phase> phases_of(std::array<std::span<const double>, 2> splits, bool is_same_board,
                             std::size_t parts);

}  // namespace sapper

// Gives looks their meaning, by the rules of Minesweeper. A meaning of all looks together is a reading. The
// minefields that fit it are counted: a reading that none fits is dropped, and the others are compared by how
// likely their numbers are. The shapes of drawings and the grounds they stand on weigh a little.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "screen/compared.hpp"

namespace sapper::screen {

// The readings of a board that the rules allow, the best first.
struct Readings {
    std::vector<Meaning> meanings;
    std::vector<double> chances;  // the probability of each
    std::size_t plausible = 0;  // how many count. The others are too unlikely, but may be what somebody sees.
    // Whether the looks could as well have been dealt to the cells at random, or hidden cells look like open
    // ones. Then this may be no board, or a look may be of different things.
    bool doubtful = false;
};

// What is known of the looks of a board.
struct Known {
    std::optional<std::uint32_t> mines;
    std::map<std::size_t, Mark> marks;  // of looks that the caller gives
    // False if this may not be a board of this size. Then shapes do not count twice in the search: on a wrong
    // board they lead to meanings that happen to fit.
    bool is_board = true;
    std::set<std::size_t> changed =
        {};  // looks that hidden cells got when they changed: they do not mean hidden
};

// The readings of looks that together have all cells. Throws BudgetExceeded if the numbers are too entangled
// to count, and whatever the poll throws.
Readings readings_of(const std::vector<Look>& looks, int rows, int columns, const Known& known,
                     const Limits& limits);

}  // namespace sapper::screen

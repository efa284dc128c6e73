// The highest chance to win a small board that any player can have, from the first click on. A search of the
// whole game tree makes it exact. For boards of up to 64 cells whose configurations can be listed.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "board/minefield.hpp"
#include "board/topology.hpp"
#include "strategy/game_tree.hpp"

namespace sapper {

// The error of a board with more cells than the search can take, or more configurations or positions than fit
// the memory.
class OptimumTooLarge : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct Optimum {
    std::uint64_t wins;            // won configurations
    std::uint64_t configurations;  // all minefields that the first click allows, equally likely
    Cell first_click;              // the first of the best cells
    std::uint64_t nodes;           // positions examined
};

// There must be fewer mines than cells. Throws OptimumTooLarge, and whatever the limits' poll throws.
Optimum optimum(const Topology& topology, std::uint32_t mines, FirstClick rule, const TreeLimits& limits);

}  // namespace sapper

// The best chance to win on a small board that any player can have from the first click on: exact, by
// searching the whole game tree. For boards of up to 64 cells whose configurations can be listed.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "board/minefield.hpp"
#include "board/topology.hpp"
#include "strategy/endgame/game_tree.hpp"

namespace sapper {

// There are more configurations than fit the memory, or more cells than can be listed.
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

// Expects fewer mines than cells. Throws OptimumTooLarge, and whatever limits.poll throws.
Optimum optimum(const Topology& topology, std::uint32_t mines, FirstClick rule, const TreeLimits& limits);

}  // namespace sapper

// The best chance to win that anyone can have on a small board, from the first click on: exact, by playing
// out the whole game tree. Boards of up to 64 cells whose configurations can be listed.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "board/minefield.hpp"
#include "board/topology.hpp"
#include "strategy/endgame/game_tree.hpp"

namespace sapper {

// More configurations than the memory allows, or more cells than can be listed.
class OptimumTooLarge : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct Optimum {
    std::uint64_t wins;            // of these
    std::uint64_t configurations;  // all minefields that the first click leaves, each equally likely
    Cell first_click;              // the first of the best
    std::uint64_t nodes;           // positions looked through
};

// Expects fewer mines than cells. Throws OptimumTooLarge, and whatever limits.poll throws.
Optimum optimum(const Topology& topology, std::uint32_t mines, FirstClick rule, const TreeLimits& limits);

}  // namespace sapper

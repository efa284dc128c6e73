// Shows people how the solver sees a position: the components of the frontier, and the order in which it
// sweeps the groups of each. It counts nothing, so it is quick even for positions that are slow to count. It
// does not check whether any configuration fits. If the trivial rules already find a contradiction, there are
// no components.
#pragma once

#include <cstddef>
#include <vector>

#include "board/position.hpp"

namespace sapper {

struct ComponentAnatomy {
    std::vector<Cell> numbers;             // the numbers of the component, ascending
    std::vector<std::vector<Cell>> sweep;  // the cells of each group, in the order of the sweep
};

struct Anatomy {
    std::vector<Cell> safe;                    // hidden cells that the trivial rules decide, ascending
    std::vector<Cell> mines;                   // the same, with trusted flags
    std::vector<ComponentAnatomy> components;  // by their first cell
    std::size_t sea = 0;                       // hidden cells that touch no number and are not decided
};

Anatomy anatomy(const Position& position, bool trust_flags);

}  // namespace sapper

// Finds dead cells. A dead cell, if it is safe, shows the same number in every configuration, so opening it
// can wait until the end of the game. The test only looks at the numbers around the cell and is right
// whenever it says dead. The few dead cells that it misses depend on several components or the mine count.
#pragma once

#include "inference/constraints/constraints.hpp"

namespace sapper {

bool is_dead(const Constraints& constraints, Cell cell);

}  // namespace sapper

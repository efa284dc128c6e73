// Finds dead cells: in every configuration in which such a cell is safe, it shows the same number, so opening
// it can wait until the end of the game. The test looks only at the numbers around the cell. Cells that it
// calls dead are dead. It misses the few dead cells that depend on several components or on the mine count.
#pragma once

#include "inference/constraints.hpp"

namespace sapper {

bool is_dead(const Constraints& constraints, Cell cell);

}  // namespace sapper

// Which hidden cells can tell anything. A dead cell shows, if it is safe, the same number in every
// configuration: opening it can wait until the end of the game. The test looks at the numbers around the cell
// alone, and is right whenever it says dead; the few dead cells it misses need several components or the
// mine count to be seen.
#pragma once

#include "inference/constraints/constraints.hpp"

namespace sapper {

bool is_dead(const Constraints& constraints, Cell cell);

}  // namespace sapper

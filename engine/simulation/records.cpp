#include "simulation/records.hpp"

namespace sapper {

void Records::reserve(std::size_t games) {
    outcome.reserve(games);
    for (std::vector<std::uint32_t>* column :
         {&clicks, &opened, &found, &exploded, &three_bv, &openings, &solved, &guesses, &lost_at})
        column->reserve(games);
    risk.reserve(games);
    nanoseconds.reserve(games);
}

}  // namespace sapper

// What is believed about the number of mines on a board whose mine count is not known, before any cell is
// open. For a given count all placements are equally likely. So a count of T mines on n cells gives each of
// its C(n, T) placements an equal share of the weight of the count.
#pragma once

#include <cstdint>
#include <vector>

namespace sapper {

struct MinePrior {
    enum class Kind : std::uint8_t {
        none,     // nothing is believed: only what holds for every count that fits is known
        density,  // each cell by itself holds a mine with the same probability
        counts,   // each count has a weight
    };

    static MinePrior of_density(double density);
    // The weight of `least` + i mines is weights[i]; only ratios of weights matter. The first and the last
    // are positive.
    static MinePrior of_counts(std::uint32_t least, std::vector<double> weights);

    bool operator==(const MinePrior&) const = default;

    double odds() const { return density / (1 - density); }

    Kind kind = Kind::none;
    double density = 0.5;
    std::uint32_t least = 0;
    std::vector<double> weights;
};

}  // namespace sapper

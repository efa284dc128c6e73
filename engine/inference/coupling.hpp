// The mine count couples the components of a position and its sea. The input is the ways of each component
// (factor) for each count of mines. The results are the weight that the rest of the board gives to each
// count, the mine probability of a sea cell, and the logarithm of the number of configurations. Integers
// decide which counts are possible, never the size of a weight. Few factors are multiplied out. For many, a
// contour integral through the saddle point gives the coefficient of the generating function
// (coupling_tilt.hpp). Equal factors form one kind. With many factors the cost depends on the number of
// kinds, which is small even on large boards. The weights use no mathematical functions of the platform, so
// they are the same on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/factors.hpp"

namespace sapper {

struct Coupling {
    bool possible = false;
    // For each count of a factor, a weight proportional to the number of configurations of all other cells.
    // It is zero only if there are none.
    std::span<const double> weights(std::size_t factor) const { return of_kind[kind_of[factor]]; }

    std::vector<std::uint32_t> kind_of;  // per factor
    PerCount of_kind;                    // weights
    // Whether the mine count rules out a count that some factor could have by itself.
    bool restricts = false;
    double sea_probability = 0;  // mine probability of a sea cell; 0 without a sea
    bool sea_can_be_mine = false;
    bool sea_can_be_safe = false;
    double log_total = 0;  // natural logarithm of the number of configurations, if `ways` are unscaled
};

enum class CouplingMethod { automatic, product, contour };

// Each factor has one member. The factors and the `sea` cells share `mines` mines.
Coupling couple(std::span<const Factor> factors, std::uint64_t sea, std::int64_t mines,
                CouplingMethod method = CouplingMethod::automatic);

}  // namespace sapper

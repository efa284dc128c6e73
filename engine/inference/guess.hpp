// A cell that may be opened without being certainly safe, and how two of them are told apart.
#pragma once

#include <limits>

#include "board/topology.hpp"

namespace sapper {

struct Guess {
    Cell cell = kNoCell;
    double risk = 0;
};

// No cell at all: any guess is safer.
inline constexpr Guess kNoGuess{kNoCell, std::numeric_limits<double>::infinity()};

// Equal risks may differ in the last digits by the way they were computed.
inline constexpr double kEqualRisk = 1 + 1e-12;

// The less risky; of risks equal to twelve digits the first cell.
inline Guess safer(const Guess& one, const Guess& other) {
    if (one.risk > other.risk * kEqualRisk) return other;
    if (other.risk > one.risk * kEqualRisk) return one;
    return one.cell < other.cell ? one : other;
}

}  // namespace sapper

// A guess: a cell to open and its mine probability. Defines which of two guesses is safer.
#pragma once

#include <limits>

#include "board/topology.hpp"
#include "util/floats.hpp"

namespace sapper {

// Stands for a chance that is not known.
inline constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

struct Guess {
    Cell cell = kNoCell;
    double risk = 0;
};

// No guess. Every guess is safer.
inline constexpr Guess kNoGuess{kNoCell, std::numeric_limits<double>::infinity()};

// The less risky of two guesses. If the risks are equal, the one of the lower cell.
inline Guess safer(const Guess& one, const Guess& other) {
    if (is_riskier(one.risk, other.risk)) return other;
    if (is_riskier(other.risk, one.risk)) return one;
    return one.cell < other.cell ? one : other;
}

}  // namespace sapper

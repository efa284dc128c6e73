// Why one guess is better than another, in figures that people can follow.
#pragma once

#include <optional>

#include "board/topology.hpp"
#include "deduction/phrase.hpp"
#include "strategy/scoring/guess_figures.hpp"

namespace sapper {

// A clause that says why the guess, called "it", is better than the safest cell. Nothing if it is not better,
// or if no figure shows it.
std::optional<Phrase> reason_for(const GuessFigures& figures, const GuessFigures& safest,
                                 const Topology& topology, Cell safest_cell);

// What the figures say for the safest cell and against a guess that no figure supports. It is the end of a
// sentence about the safest cell. Nothing if no figure speaks for that cell.
std::optional<Phrase> reason_against(const GuessFigures& figures, const GuessFigures& safest);

// Probabilities count as equal if they are closer than this.
inline constexpr double kEqualChances = 1e-9;

}  // namespace sapper

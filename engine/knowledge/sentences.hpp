// Deductions as sentences: which sentence says why the claims follow from the premises, and what it names.
#pragma once

#include <span>

#include "knowledge/clues.hpp"
#include "knowledge/phrase.hpp"

namespace sapper {

// The names of cells, with those of a row together. On a graph a cell is its number, on other boards without
// rows and columns its coordinates. Names a few of many.
Phrase cells_named(const Topology& topology, std::span<const Cell> cells);
// A clause that says of cells, at least one, that they are safe, or that they are mines.
Phrase cells_that_are(const Topology& topology, std::span<const Cell> cells, bool mines);

// `found` are the cells that were known before the deduction.
Phrase sentence_of(const Position& position, const KnownCells& found, const Deduction& deduction);

}  // namespace sapper

// Deductions as sentences: chooses the sentence that says why the claims follow from the premises, and its
// values.
#pragma once

#include <span>
#include <vector>

#include "deduction/clues.hpp"
#include "deduction/phrase.hpp"

namespace sapper {

// Names cells, those of a row together. On a graph, a cell has its number as its name; on other boards
// without rows and columns, its coordinates. If there are many, names a few.
Phrase cells_named(const Topology& topology, std::span<const Cell> cells);
// A clause that says of one or more cells that they are safe, or that they are mines.
Phrase cells_that_are(const Topology& topology, std::span<const Cell> cells, bool mines);

// `found` has the cells that were known before the deduction.
Phrase sentence_of(const Position& position, const KnownCells& found, const Deduction& deduction);

}  // namespace sapper

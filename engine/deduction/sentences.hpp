// Deductions as sentences: chooses the sentence that says why the claims follow from the premises, and its
// values.
#pragma once

#include <span>
#include <vector>

#include "deduction/clues.hpp"
#include "deduction/phrase.hpp"

namespace sapper {

// The names of cells, those of a row together. On a graph, the name of a cell is its number, and on other
// boards without rows and columns its coordinates. Of many cells, names only a few.
Phrase name_cells(const Topology& topology, std::span<const Cell> cells);
// A clause that says that one or more cells are safe, or that they are mines.
Phrase cells_that_are(const Topology& topology, std::span<const Cell> cells, bool mines);

// The sentence of a deduction. `known` has the cells that are known before it.
Phrase sentence_of(const Position& position, const KnownCells& known, const Deduction& deduction);

}  // namespace sapper

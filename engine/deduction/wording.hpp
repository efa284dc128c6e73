// Puts phrases into words: hints, the reasons for guesses, the names of cells.
//
// A sentence is a text with places: `{cells}`, or `{cells|capital}`. One of these words follows the bar:
// `capital` and `small` change the first letter; `place` is a row or a column; `percent` is a share with
// three digits, or as many as the value `digits` says; `tenths` a share with one decimal; else it names how a
// list is joined. A sentence may have several texts, one for each count of a value or of the parts of a list.
#pragma once

#include <cstdint>
#include <string>

#include "deduction/phrase.hpp"

namespace sapper {

// The text of a phrase. `first` says where rows and columns start to count. Throws std::out_of_range if there
// is no such sentence, or a value is missing.
std::string filled(const Phrase& phrase, std::int64_t first = 0);

}  // namespace sapper

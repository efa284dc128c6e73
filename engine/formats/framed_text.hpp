// Finds the board in a text with a frame or coordinates around it. Whatever else is in the text is left out,
// unless it may be a part of the board.
#pragma once

#include <string_view>
#include <vector>

#include "formats/board_signs.hpp"

namespace sapper {

// The lines of UTF-8, with spaces for tabs.
Signs lines_of(std::string_view text);

// The signs of the board in a frame, or below a row of coordinates, for each way to divide its lines into
// cells at equal distances. Empty if there is no such board. Throws FormatError if it is not clear which rows
// and columns it has.
std::vector<Signs> cells_in_frame(const Signs& lines);

}  // namespace sapper

// Boards of signs that no format has, such as the emoji of chats and the letters of games in a terminal, with
// frames and coordinates around them.
//
// Numbers are numbers, and F, P or a drawing of a flag are flags. Of other signs, some of those that are
// usual for covered cells are covered, or if there are none at most one sign is, and the others are empty.
// The rules tell which: no empty cell touches a covered one, and each number touches as many.
#pragma once

#include <optional>
#include <string_view>

#include "formats/rows.hpp"

namespace sapper {

// The marks of the board in a frame, or below a row of coordinates, in UTF-8. Nothing if there is none.
// Throws FormatError if the rules allow more than one meaning, or none.
std::optional<RowMarks> marks_in_frame(std::string_view text);

// The marks of a text that is nothing but rows of equally many signs at equal distances, some of them numbers
// and some beyond ASCII. Otherwise as marks_in_frame().
std::optional<RowMarks> marks_of_signs(std::string_view text);

}  // namespace sapper

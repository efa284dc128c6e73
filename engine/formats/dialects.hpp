// How other programs write the rows of plain text: `.` may be a zero, and the mine count may stand above the
// rows. Each such way is a format of its own, so that a text with two meanings is refused as such.
//
// But what the writer of plain text writes is plain text. So these formats recognise only a text that the
// writer never writes.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "formats/squares.hpp"

namespace sapper {

// Whether the writer of plain text never writes this text: it has a character that plain text may have but
// that is never written, or it begins with a mine count that is no row of cells.
bool is_never_written(std::string_view text);

// The text below its first line that is not blank.
std::string_view below_first_line(std::string_view text);

// The mine count in a line that has nothing else.
std::optional<std::size_t> count_in(std::string_view line);

// Whether a line with a mine count cannot be a row of cells, because the row below it has more or fewer.
bool differs_from_row(std::string_view count, std::string_view row);

// The numbers of rows and columns in a line, and the mine count in the line below it.
std::optional<Size> size_in(std::string_view first, std::string_view second);

}  // namespace sapper

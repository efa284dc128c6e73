// What the formats with a minefield in one line share.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "formats/format_error.hpp"
#include "formats/squares.hpp"

namespace sapper {

inline constexpr std::size_t kMostCellsInLine = 1'000'000;

// The error at a byte of a text.
FormatError one_line_error(std::string_view format, std::string_view text, std::size_t at,
                           const std::string& what);

// Throws FormatError if more text follows after the first line that is not blank. `expected` says what the
// text should have been, such as "one address".
void check_one_line(std::string_view format, const std::string& expected, std::string_view text);

// If the board has no cells or too many, throws the error that `error` makes from the message.
void check_cells(const Size& size, const std::function<FormatError(const std::string&)>& error);

}  // namespace sapper

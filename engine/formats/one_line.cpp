#include "formats/one_line.hpp"

#include <algorithm>

#include "formats/texts.hpp"

namespace sapper {

namespace {

// The number, from 1, of the line that has this byte of a text.
std::size_t line_of(std::string_view text, std::size_t at) {
    return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, at), '\n'));
}

}  // namespace

FormatError one_line_error(std::string_view format, std::string_view text, std::size_t at,
                           const std::string& what) {
    const std::size_t start = text.substr(0, at).rfind('\n') + 1;  // npos + 1 is 0
    const std::size_t column = characters_in(text.substr(start, at - start)) + 1;
    return {std::string(format) + ": column " + std::to_string(column) + ": " + what,
            {.line = line_of(text, at), .column = column}};
}

void check_one_line(std::string_view format, const std::string& expected, std::string_view text) {
    const std::string_view content = without_spaces(text);
    const std::size_t end = content.find('\n');
    if (end == std::string_view::npos) return;
    const std::size_t line = line_of(text, static_cast<std::size_t>(content.data() - text.data()) + end + 1);
    throw FormatError(std::string(format) + ": line " + std::to_string(line) + ": expected " + expected +
                          ", but more text follows",
                      {.line = line});
}

void check_cells(const Size& size, const std::function<FormatError(const std::string&)>& error) {
    if (1 <= size.cells() && size.cells() <= kMostCellsInLine) return;
    throw error("a board must have 1 to " + std::to_string(kMostCellsInLine) + " cells, not " +
                std::to_string(size.columns) + " x " + std::to_string(size.rows));
}

}  // namespace sapper

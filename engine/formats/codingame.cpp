// The texts of the puzzles of CodinGame: `?` hidden, `.` or `0` zero, `1` to `8`. Square boards only.
//
// One puzzle has blanks between the cells, and the writer writes that. Another has none, but two lines before
// the rows: the numbers of rows and columns, and the mine count.
#include <optional>

#include "formats/file_formats.hpp"
#include "formats/rows.hpp"
#include "formats/scanner.hpp"
#include "formats/squares.hpp"
#include "formats/texts.hpp"
#include "util/quantity.hpp"

namespace sapper {

namespace {

constexpr Alphabet kCodingameAlphabet({{"?", kHidden}, {".", 0}}, 8,
                                      "'?' hidden, '.' or '0' a zero, '1' to '8'");

// The size in the first two lines. Rows of cells never look like this, because they have equally many cells.
std::optional<Size> size_in(std::string_view first, std::string_view second) {
    constexpr std::size_t kMostDigits = 9;  // enough for every board
    Scanner scanner(first);
    const auto rows = scanner.number(kMostDigits);
    if (!rows || scanner.is_at_end() || !is_blank(scanner.rest()[0])) return std::nullopt;
    scanner.skip_blanks();
    const auto columns = scanner.number(kMostDigits);
    if (!columns || !scanner.is_at_end()) return std::nullopt;
    Scanner below(second);
    const auto mines = below.number(kMostDigits);
    if (!mines || !below.is_at_end()) return std::nullopt;
    return Size{*rows, *columns, *mines};
}

}  // namespace

bool is_codingame(std::string_view data) {
    const std::string_view text = without_mark(data);
    if (kCodingameAlphabet.has_only(text)) return true;
    const std::string_view header = first_line(text);
    const std::string_view rest = text.substr(static_cast<std::size_t>(header.end() - text.begin()));
    const std::string_view count = first_line(rest);
    return size_in(header, count) &&
           kCodingameAlphabet.has_only(rest.substr(static_cast<std::size_t>(count.end() - rest.begin())));
}

Contents read_codingame(std::string_view data, const Hints& hints) {
    const std::vector<TextRow> lines = rows_of(text_of(data), hints.reading.limits);
    const std::optional<Size> size = lines.size() > 2 ? size_in(lines[0].text, lines[1].text) : std::nullopt;
    if (!size) return position_with_dots(data, kCodingameAlphabet, hints);
    check_said_mines(lines[1], size->mines, hints);
    RowMarks cells = cells_in_blocks(below(lines, 2), kCodingameAlphabet, hints);
    if (cells.shape != std::vector{size->rows, size->columns}) {
        throw FormatError("line " + std::to_string(lines[0].line) + ": the header says " +
                              quantity(size->rows, "row") + " of " + quantity(size->columns, "cell") +
                              ", but below it are cells of shape " + in_brackets(cells.shape),
                          {.line = lines[0].line});
    }
    return position_of(hints, cells.shape, std::move(cells.marks), static_cast<std::int64_t>(size->mines));
}

std::string write_codingame(const Contents& contents, const FileOrigin& origin) {
    return spaced(square_text(std::get<FilePosition>(contents), kCodingameAlphabet, "codingame", origin));
}

}  // namespace sapper

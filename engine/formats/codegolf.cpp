// The text of a puzzle of code golf: a line with the mine count, then rows of `x` or `?` hidden, `0` to `8`,
// `!` a flag and `*` a known mine. Square boards only.
//
// A known mine is as certain as one that exploded, so it is read as that. Rows of one cell, and rows of two
// below a count of two digits, can be plain text as well: then the count is another row.
#include <optional>

#include "formats/file_formats.hpp"
#include "formats/rows.hpp"
#include "formats/scanner.hpp"
#include "formats/texts.hpp"

namespace sapper {

namespace {

constexpr Alphabet kCodegolfAlphabet({{"x?", kHidden}, {"!", kFlag}, {"*", kExploded}}, 8,
                                     "'x' or '?' hidden, '0' to '8', '!' flag, '*' a known mine");

std::optional<std::size_t> count_in(std::string_view line) {
    constexpr std::size_t kMostDigits = 9;  // enough for every board
    if (line.starts_with('0') && line != "0") return std::nullopt;
    Scanner scanner(line);
    const auto mines = scanner.number(kMostDigits);
    return mines && scanner.is_at_end() ? mines : std::nullopt;
}

}  // namespace

bool is_codegolf(std::string_view data) {
    const std::string_view text = without_mark(data);
    const std::string_view header = first_line(text);
    return count_in(header) &&
           kCodegolfAlphabet.has_only(text.substr(static_cast<std::size_t>(header.end() - text.begin())));
}

Contents read_codegolf(std::string_view data, const Hints& hints) {
    const std::vector<TextRow> lines = rows_of(text_of(data), hints.reading.limits);
    const std::optional<std::size_t> mines = count_in(lines[0].text);
    if (!mines) {
        throw FormatError("line " + std::to_string(lines[0].line) + ": expected the mine count, such as 10",
                          {.line = lines[0].line});
    }
    check_said_mines(lines[0], *mines, hints);
    RowMarks cells = cells_in_blocks(below(lines, 1), kCodegolfAlphabet, hints);
    return position_of(hints, cells.shape, std::move(cells.marks), static_cast<std::int64_t>(*mines));
}

std::string write_codegolf(const Contents& contents, const FileOrigin& origin) {
    const auto& found = std::get<FilePosition>(contents);
    const std::string rows = spaced(square_text(found, kCodegolfAlphabet, "codegolf", origin));
    return std::to_string(mines_of(found)) + "\n" + rows;
}

}  // namespace sapper

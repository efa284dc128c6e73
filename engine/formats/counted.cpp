// The mine count in a line, and below it rows as in plain text, but with `!` for a flag: the texts of puzzles
// of code golf. The rows may be of any board, as in plain text.
//
// If the line is as long as the rows below it, it can be a row, too. The text is then plain as well.
#include "formats/dialects.hpp"
#include "formats/file_formats.hpp"
#include "formats/rows.hpp"
#include "formats/texts.hpp"

namespace sapper {

namespace {

constexpr Alphabet kCountedAlphabet(
    {{".?xX#", kHidden}, {"Ff!", kFlag}, {"*", kExploded}, {"qQ", kQuestion}}, 9,
    "a number, '.' '?' 'x' or '#' hidden, 'F' or '!' flag, 'q' question mark, '*' known mine");

}  // namespace

bool is_counted(std::string_view data) {
    const std::string_view text = without_mark(data);
    return count_in(first_line(text)) && kCountedAlphabet.has_only(text) && is_never_written(text);
}

Contents read_counted(std::string_view data, const Hints& hints) {
    const std::vector<TextRow> lines = rows_of(text_of(data), hints.reading.limits);
    const std::optional<std::size_t> mines = count_in(lines[0].text);
    if (!mines) {
        throw FormatError("line " + std::to_string(lines[0].line) + ": expected the mine count, such as 10",
                          {.line = lines[0].line});
    }
    RowMarks cells = cells_in_blocks(below(lines, 1), kCountedAlphabet, hints);
    FilePosition found =
        position_of(hints, cells.shape, std::move(cells.marks), static_cast<std::int64_t>(*mines));
    check_header(lines[0], *mines, hints);
    return found;
}

}  // namespace sapper

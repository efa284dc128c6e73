// Rows as in plain text, but with `.` for a zero: the texts of minesweepr (`x` hidden, `*` a known mine) and
// of the puzzles of CodinGame (`?` hidden). The rows may be of any board, as in plain text.
//
// Above them may be the mine count in a line, or the numbers of rows and columns in one line and the mine
// count in the next. A mine count that is as long as the row below it is read as a row.
#include "board/board_names.hpp"
#include "formats/dialects.hpp"
#include "formats/file_formats.hpp"
#include "formats/rows.hpp"
#include "formats/texts.hpp"
#include "util/texts.hpp"

namespace sapper {

namespace {

constexpr Alphabet kZerosAlphabet({{"x?X#", kHidden}, {".", 0}, {"Ff", kFlag}, {"*", kExploded}}, 9,
                                  "a number, '.' zero, '?' 'x' or '#' hidden, 'F' flag, '*' known mine");

void check_said_size(const TextRow& header, const Size& size, const std::vector<std::size_t>& shape) {
    if (shape == std::vector{size.rows, size.columns}) return;
    throw FormatError("line " + std::to_string(header.line) + ": the header says " +
                          quantity(size.rows, "row") + " of " + quantity(size.columns, "cell") +
                          ", but below it are cells of shape " + in_brackets(shape),
                      {.line = header.line});
}

}  // namespace

bool is_zeros(std::string_view data) {
    const std::string_view text = without_mark(data);
    if (!kZerosAlphabet.has_only(text)) return false;
    const bool has_size = size_in(first_line(text), first_line(below_first_line(text))).has_value();
    return has_size || (text.find('.') != std::string_view::npos && is_never_written(text));
}

Contents read_zeros(std::string_view data, const Hints& hints) {
    std::vector<TextRow> lines = rows_of(text_of(data), hints.reading.limits);
    const TextRow first = lines[0];
    std::optional<std::size_t> mines;
    std::optional<Size> size;
    if (lines.size() > 1) {
        size = size_in(first.text, lines[1].text);
        if (size) {
            mines = size->mines;
        } else if (!is_narrow(hints) && differs_from_row(first.text, lines[1].text)) {
            mines = count_in(first.text);
        }
    }
    const TextRow counted = lines[size ? 1 : 0];
    if (mines) lines = below(std::move(lines), size ? 2 : 1);
    RowMarks cells = cells_in_blocks(lines, kZerosAlphabet, hints);
    if (size) check_said_size(first, *size, cells.shape);
    const auto said = mines ? std::optional(static_cast<std::int64_t>(*mines)) : hints.mines;
    FilePosition found = position_of(hints, cells.shape, std::move(cells.marks), said);
    if (mines) check_header(counted, *mines, hints);
    return found;
}

}  // namespace sapper

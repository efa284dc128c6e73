// Formats of positions: rows of cells as text.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include "board/board_names.hpp"
#include "formats/registry.hpp"
#include "formats/rows.hpp"
#include "formats/square_boards.hpp"
#include "formats/text_reader.hpp"
#include "util/lists.hpp"

namespace sapper {

// Plain text, the format of positions in messages, tests and printed output.
//
// Each line is a row, as rows.hpp says. `0` to `9` is a number, `.` `?` `x` `#` a hidden cell, `F` a flag,
// `q` a question mark, `!` an exploded mine, `*` a known mine, `s` a safe cell without a number. A known mine
// is as certain as one that exploded, so the reader takes it for that. The writer uses `.` and `!`. White
// space may separate cells, and numbers may then have more digits: `1 12 . F`. The text contains neither the
// mine count nor the topology.

namespace {

constexpr Alphabet kPlainAlphabet(
    {{".?xX#", kHidden}, {"Ff", kFlag}, {"!*", kExploded}, {"qQ", kQuestion}, {"sS", kSafeMark}}, 9,
    "a number, '.' '?' 'x' or '#' hidden, 'F' flag, 'q' question mark, '!' exploded mine, '*' known mine, "
    "'s' "
    "safe without a number");

}  // namespace

bool is_plain(std::string_view data) {
    return kPlainAlphabet.has_only(without_mark(data));
}

Contents read_plain(std::string_view data, const Hints& hints) {
    RowMarks cells = cells_in_blocks(rows_of(text_of(data), hints.reading.limits), kPlainAlphabet, hints);
    return position_of(hints, cells.shape, std::move(cells.marks), hints.mines);
}

std::string write_plain(const Contents& contents, const FileOrigin&) {
    const Position& position = std::get<FilePosition>(contents).position;
    return blocks_of(position.marks, position.topology->shape(), kPlainAlphabet);
}

// Other programs write the rows of plain text in other ways: `.` may be a zero, and the mine count may stand
// above the rows. Each such way is a format of its own, so that identify() can refuse a text with two
// meanings.
//
// But a text from the writer of plain text is plain text. So these formats recognise only a text that the
// writer never writes.

namespace {

constexpr std::size_t kMostCountDigits = 9;  // enough for every board

// The text below its first line that is not blank.
std::string_view below_first_line(std::string_view text) {
    const std::string_view first = first_line(text);
    return text.substr(static_cast<std::size_t>(first.data() - text.data()) + first.size());
}

// The mine count in a line. Nothing if the line has anything else.
std::optional<std::size_t> count_in(std::string_view line) {
    if (line.size() > 1 && line.starts_with('0')) return std::nullopt;
    Scanner scanner(line);
    const std::optional<std::size_t> mines = scanner.number(kMostCountDigits);
    return scanner.is_at_end() ? mines : std::nullopt;
}

// Whether a line with a mine count cannot be a row of cells, because it has another length than the row below
// it.
bool differs_from_row(std::string_view count, std::string_view row) {
    return count.size() != row.size() || std::ranges::any_of(row, is_blank);
}

// The numbers of rows and columns in a line, and the mine count in the line below it.
std::optional<Size> size_in(std::string_view first, std::string_view second) {
    Scanner scanner(first);
    const std::optional<std::size_t> rows = scanner.number(kMostCountDigits);
    if (!rows || scanner.is_at_end() || !is_blank(scanner.rest()[0])) return std::nullopt;
    scanner.skip_blanks();
    const std::optional<std::size_t> columns = scanner.number(kMostCountDigits);
    const std::optional<std::size_t> mines = count_in(second);
    if (!columns || !scanner.is_at_end() || !mines) return std::nullopt;
    return Size{*rows, *columns, *mines};
}

// Whether the writer of plain text never writes this text. Such a text has a character that the reader knows
// but the writer does not use, or it begins with a mine count that is no row of cells.
bool writer_never_writes(std::string_view text) {
    if (text.find_first_of("?xX#*") != std::string_view::npos) return true;
    const std::string_view count = first_line(text);
    const std::string_view row = first_line(below_first_line(text));
    return count_in(count) && !row.empty() && differs_from_row(count, row);
}

}  // namespace

// The mine count in a line, and below it rows as in plain text, but with `!` for a flag: the texts of puzzles
// of code golf. The rows may be of any board, as in plain text.
//
// If the line is as long as the rows below it, it can be a row, too. Then the text is plain, too.

namespace {

constexpr Alphabet kCountedAlphabet(
    {{".?xX#", kHidden}, {"Ff!", kFlag}, {"*", kExploded}, {"qQ", kQuestion}, {"sS", kSafeMark}}, 9,
    "a number, '.' '?' 'x' or '#' hidden, 'F' or '!' flag, 'q' question mark, '*' known mine, 's' safe "
    "without "
    "a number");

}  // namespace

bool is_counted(std::string_view data) {
    const std::string_view text = without_mark(data);
    return count_in(first_line(text)) && kCountedAlphabet.has_only(text) && writer_never_writes(text);
}

Contents read_counted(std::string_view data, const Hints& hints) {
    const std::vector<TextRow> lines = rows_of(text_of(data), hints.reading.limits);
    const std::optional<std::size_t> mines = count_in(lines[0].text);
    if (!mines) {
        throw FormatError("line " + std::to_string(lines[0].line) + ": expected the mine count, such as 10",
                          {.line = lines[0].line});
    }
    RowMarks cells = cells_in_blocks(below(lines, 1), kCountedAlphabet, hints);
    FilePosition position =
        position_of(hints, cells.shape, std::move(cells.marks), static_cast<std::int64_t>(*mines));
    check_header(lines[0], *mines, hints);
    return position;
}

// Rows as in plain text, but with `.` for a zero: the texts of minesweepr (`x` hidden, `*` a known mine) and
// of the puzzles of CodinGame (`?` hidden). The rows may be of any board, as in plain text.
//
// Above the rows may be the mine count in a line, or the numbers of rows and columns in one line and the mine
// count in the next. A mine count that is as long as the row below it counts as a row.

namespace {

constexpr Alphabet kZerosAlphabet(
    {{"x?X#", kHidden}, {".", 0}, {"Ff", kFlag}, {"*", kExploded}, {"sS", kSafeMark}}, 9,
    "a number, '.' zero, '?' 'x' or '#' hidden, 'F' flag, '*' known mine, 's' safe without a number");

void check_size_in_header(const TextRow& header, const Size& size, const std::vector<std::size_t>& shape) {
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
    return has_size || (text.find('.') != std::string_view::npos && writer_never_writes(text));
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
    const TextRow count_line = lines[size ? 1 : 0];
    if (mines) lines = below(std::move(lines), size ? 2 : 1);
    RowMarks cells = cells_in_blocks(lines, kZerosAlphabet, hints);
    if (size) check_size_in_header(first, *size, cells.shape);
    const auto mine_count = mines ? std::optional(static_cast<std::int64_t>(*mines)) : hints.mines;
    FilePosition position = position_of(hints, cells.shape, std::move(cells.marks), mine_count);
    if (mines) check_header(count_line, *mines, hints);
    return position;
}

// The text of JSMinesweeper: a header `WxHxM`, then rows of `F`, `H`, `?` and `0` to `8`. Square boards only.
//
// `?` is a question mark for the reader and the writer. JSMinesweeper itself writes it for a mine that a loss
// reveals. In both meanings the cell counts as hidden.

namespace {

constexpr Alphabet kJsAlphabet({{"H", kHidden}, {"F", kFlag}, {"?", kQuestion}}, 8,
                               "'H' hidden, 'F' flag, '?', '0' to '8'");

std::optional<Size> size_in(std::string_view header) {
    constexpr std::size_t kMostDigits = 9;  // enough for every board
    Scanner scanner(header);
    const auto columns = scanner.number(kMostDigits);
    if (!columns || !scanner.take("x")) return std::nullopt;
    const auto rows = scanner.number(kMostDigits);
    if (!rows || !scanner.take("x")) return std::nullopt;
    const auto mines = scanner.number(kMostDigits);
    if (!mines || !scanner.is_at_end()) return std::nullopt;
    return Size{*rows, *columns, *mines};
}

}  // namespace

bool is_jsminesweeper(std::string_view data) {
    return size_in(first_line(without_mark(data))).has_value();
}

Contents read_jsminesweeper(std::string_view data, const Hints& hints) {
    std::vector<TextRow> rows = rows_of(text_of(data), hints.reading.limits);
    const std::size_t line = rows[0].line;
    const auto check = [line](bool is_right, const std::string& text) {
        if (!is_right) throw FormatError("line " + std::to_string(line) + ": " + text, {.line = line});
    };
    const std::optional<Size> header = size_in(rows[0].text);
    check(header.has_value(), "expected the header, width x height x mines, such as 30x16x99");
    check(header->rows > 0 && header->columns > 0, "a board needs at least one row and one column");
    const TextRow first = rows[0];
    rows.erase(rows.begin());
    check(rows.size() == header->rows, "the header says " + std::to_string(header->rows) + " rows, but " +
                                           std::to_string(rows.size()) + " follow");
    RowMarks cells = cells_of(rows, kJsAlphabet);
    check(cells.shape[1] == header->columns, "the header says " + std::to_string(header->columns) +
                                                 " columns, but the rows have " +
                                                 std::to_string(cells.shape[1]));
    FilePosition position =
        position_of(hints, cells.shape, std::move(cells.marks), static_cast<std::int64_t>(header->mines));
    check_header(first, header->mines, hints);
    return position;
}

std::string write_jsminesweeper(const Contents& contents, const FileOrigin& origin) {
    const auto& position = std::get<FilePosition>(contents);
    const std::string rows = square_text(position, kJsAlphabet, "jsminesweeper", origin);
    const std::vector<std::size_t>& shape = position.position.topology->shape();
    return std::to_string(shape[1]) + "x" + std::to_string(shape[0]) + "x" +
           std::to_string(mines_of(position)) + "\n" + rows;
}

// The text of zig-minesolver: `#` hidden, `.` or `0` zero, `1` to `8`, `*` flag. Square boards only.

namespace {

constexpr Alphabet kZigAlphabet({{"#", kHidden}, {".", 0}, {"*", kFlag}}, 8,
                                "'#' hidden, '.' or '0' a zero, '1' to '8', '*' flag");

}  // namespace

bool is_zig(std::string_view data) {
    return kZigAlphabet.has_only(without_mark(data));
}

Contents read_zig(std::string_view data, const Hints& hints) {
    RowMarks cells = cells_of(rows_of(text_of(data), hints.reading.limits), kZigAlphabet);
    // A plain text, in which '.' is a hidden cell, must not pass for this format.
    if (!hints.mines && std::ranges::all_of(cells.marks, is_number)) throw mines_missing(cells.shape);
    return position_of(hints, cells.shape, std::move(cells.marks), hints.mines);
}

std::string write_zig(const Contents& contents, const FileOrigin& origin) {
    return square_text(std::get<FilePosition>(contents), kZigAlphabet, "zig", origin);
}

}  // namespace sapper

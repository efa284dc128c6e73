// The text of JSMinesweeper: a header `WxHxM`, then rows of `F`, `H`, `?` and `0` to `8`. Square boards only.
//
// `?` is read and written as a question mark. JSMinesweeper itself writes it for a mine that a loss reveals.
// Either way, the cell counts as hidden.
#include <optional>

#include "formats/file_formats.hpp"
#include "formats/rows.hpp"
#include "formats/scanner.hpp"
#include "formats/squares.hpp"
#include "formats/texts.hpp"

namespace sapper {

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
    FilePosition found =
        position_of(hints, cells.shape, std::move(cells.marks), static_cast<std::int64_t>(header->mines));
    check_header(first, header->mines, hints);
    return found;
}

std::string write_jsminesweeper(const Contents& contents, const FileOrigin& origin) {
    const auto& found = std::get<FilePosition>(contents);
    const std::string rows = square_text(found, kJsAlphabet, "jsminesweeper", origin);
    const std::vector<std::size_t>& shape = found.position.topology->shape();
    return std::to_string(shape[1]) + "x" + std::to_string(shape[0]) + "x" + std::to_string(mines_of(found)) +
           "\n" + rows;
}

}  // namespace sapper

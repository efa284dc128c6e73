// The text of zig-minesolver: `#` hidden, `.` or `0` zero, `1` to `8`, `*` flag. Square boards only.
#include <algorithm>

#include "formats/file_formats.hpp"
#include "formats/rows.hpp"
#include "formats/squares.hpp"
#include "formats/texts.hpp"

namespace sapper {

namespace {

constexpr Alphabet kZigAlphabet({{"#", kHidden}, {".", 0}, {"*", kFlag}}, 8,
                                "'#' hidden, '.' or '0' a zero, '1' to '8', '*' flag");

}  // namespace

bool is_zig(std::string_view data) {
    return kZigAlphabet.has_only(without_mark(data));
}

Contents read_zig(std::string_view data, const Hints& hints) {
    RowMarks cells = cells_of(rows_of(text_of(data), hints.reading.limits), kZigAlphabet);
    // Plain text, in which '.' is a hidden cell, must not be read as this format.
    if (!hints.mines && std::ranges::all_of(cells.marks, is_number)) throw mines_missing(cells.shape);
    return position_of(hints, cells.shape, std::move(cells.marks), hints.mines);
}

std::string write_zig(const Contents& contents, const FileOrigin& origin) {
    return square_text(std::get<FilePosition>(contents), kZigAlphabet, "zig", origin);
}

}  // namespace sapper

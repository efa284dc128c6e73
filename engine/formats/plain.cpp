// Plain text, the format of positions in messages, tests and printed output.
//
// Each line is a row, as rows.hpp says. `0` to `9` is a number, `.` `?` `x` `#` a hidden cell, `F` a flag,
// `q` a question mark, `!` an exploded mine, `*` a known mine. A known mine is as certain as one that
// exploded, so it is read as that. The writer uses `.` and `!`. White space may separate cells, and numbers
// may then have more digits: `1 12 . F`. The text contains neither the mine count nor the topology.
//
// dialects.hpp says how other programs write such rows.
#include "formats/file_formats.hpp"
#include "formats/rows.hpp"
#include "formats/texts.hpp"

namespace sapper {

namespace {

constexpr Alphabet kPlainAlphabet(
    {{".?xX#", kHidden}, {"Ff", kFlag}, {"!*", kExploded}, {"qQ", kQuestion}}, 9,
    "a number, '.' '?' 'x' or '#' hidden, 'F' flag, 'q' question mark, '!' exploded mine, '*' known mine");

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

}  // namespace sapper

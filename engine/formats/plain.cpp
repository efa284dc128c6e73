// Plain text, the format of positions in messages, tests and printed output.
//
// Each line is a row, as rows.hpp says. `0` to `9` is a number, `.` `?` `x` `#` a hidden cell, `F` a flag,
// `q` a question mark, `!` an exploded mine, `*` a known mine, which counts as exploded. The writer uses `.`
// and
// `!`. White space may separate cells, and numbers may then have more digits: `1 12 . F`. The text contains
// neither the mine count nor the topology.
//
// Many programs write such a text with `.` for a zero and another character for a hidden cell. So that is a
// format of its own, which is only read. It recognises a text with both, or with `.` and `*`. Dots with
// nothing but numbers, flags and the like are plain text.
#include "formats/file_formats.hpp"
#include "formats/rows.hpp"
#include "formats/texts.hpp"

namespace sapper {

namespace {

constexpr Alphabet kPlainAlphabet(
    {{".?xX#", kHidden}, {"Ff", kFlag}, {"!*", kExploded}, {"qQ", kQuestion}}, 9,
    "a number, '.' '?' 'x' or '#' hidden, 'F' flag, 'q' question mark, '!' exploded mine, '*' known mine");
constexpr Alphabet kDotsAlphabet(
    {{"x?X#", kHidden}, {".", 0}, {"Ff", kFlag}, {"!*", kExploded}, {"qQ", kQuestion}}, 9,
    "a number, '.' a zero, 'x' '?' or '#' hidden, 'F' flag, 'q' question mark, '!' exploded mine, '*' known "
    "mine");

}  // namespace

bool is_plain(std::string_view data) {
    return kPlainAlphabet.has_only(without_mark(data));
}

Contents read_plain(std::string_view data, const Hints& hints) {
    return position_in(data, kPlainAlphabet, hints);
}

std::string write_plain(const Contents& contents, const FileOrigin&) {
    const Position& position = std::get<FilePosition>(contents).position;
    return blocks_of(position.marks, position.topology->shape(), kPlainAlphabet);
}

bool is_dots(std::string_view data) {
    return kDotsAlphabet.has_only(without_mark(data)) && data.find('.') != std::string_view::npos &&
           data.find_first_of("x?X#*") != std::string_view::npos;
}

Contents read_dots(std::string_view data, const Hints& hints) {
    return position_with_dots(data, kDotsAlphabet, hints);
}

}  // namespace sapper

// The text of zig-minesolver: `#` hidden, `.` or `0` zero, `1` to `8`, `*` flag. The writer takes only square
// boards.
#include "formats/file_formats.hpp"
#include "formats/rows.hpp"
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
    return position_with_dots(data, kZigAlphabet, hints);
}

std::string write_zig(const Contents& contents, const FileOrigin& origin) {
    return square_text(std::get<FilePosition>(contents), kZigAlphabet, "zig", origin);
}

}  // namespace sapper

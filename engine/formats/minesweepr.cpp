// The text of minesweepr: `x` hidden, `.` or `0` zero, `1` to `8`, `*` a known mine. The writer takes only
// square boards. A known mine is as certain as one that exploded, so it is read as that.
#include "formats/file_formats.hpp"
#include "formats/rows.hpp"
#include "formats/texts.hpp"

namespace sapper {

namespace {

constexpr Alphabet kMinesweeprAlphabet({{"x", kHidden}, {".", 0}, {"*", kExploded}}, 8,
                                       "'x' hidden, '.' or '0' a zero, '1' to '8', '*' a known mine");

}  // namespace

bool is_minesweepr(std::string_view data) {
    return kMinesweeprAlphabet.has_only(without_mark(data));
}

Contents read_minesweepr(std::string_view data, const Hints& hints) {
    return position_with_dots(data, kMinesweeprAlphabet, hints);
}

std::string write_minesweepr(const Contents& contents, const FileOrigin& origin) {
    return square_text(std::get<FilePosition>(contents), kMinesweeprAlphabet, "minesweepr", origin);
}

}  // namespace sapper

#include "formats/square_boards.hpp"

#include <algorithm>

#include "board/board_names.hpp"
#include "formats/text_reader.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

std::string by(const Size& size) {
    return std::to_string(size.rows) + " x " + std::to_string(size.columns);
}

}  // namespace

void check_square(const Topology& topology, std::string_view format) {
    if (topology.is_square_board()) return;
    throw FormatError(std::string(format) + " holds only square boards; this one is " + in_words(topology));
}

void check_size(const Cursor& cursor, const Size& size, std::size_t offset) {
    if (size.cells() == 0) throw cursor.error("a board of " + by(size) + " has no cells", offset);
    if (size.mines > size.cells()) {
        throw cursor.error("a board of " + by(size) + " cannot hold " + quantity(size.mines, "mine"), offset);
    }
}

std::vector<std::uint8_t> mines_by_pairs(Cursor& cursor, const Size& size, PairOrder order) {
    const std::size_t start = cursor.offset();
    const std::string_view pairs = cursor.take(2 * size.mines, "mines");
    std::vector<std::uint8_t> mine_bytes(size.cells());
    for (std::size_t at = 0; at < pairs.size(); at += 2) {
        const std::size_t row = static_cast<std::uint8_t>(pairs[order.row_first ? at : at + 1]);
        const std::size_t column = static_cast<std::uint8_t>(pairs[order.row_first ? at + 1 : at]);
        const std::size_t base = order.base;
        if (row < base || column < base || row - base >= size.rows || column - base >= size.columns) {
            throw cursor.error("a mine at row " + std::to_string(row) + ", column " + std::to_string(column) +
                                   " is not on a board of " + by(size) + ", counted from " +
                                   std::to_string(base),
                               start + at);
        }
        std::uint8_t& mine = mine_bytes[(row - base) * size.columns + column - base];
        if (mine != 0) {
            throw cursor.error("some of the " + quantity(size.mines, "mine") + " are listed twice", start);
        }
        mine = 1;
    }
    return mine_bytes;
}

std::vector<std::uint8_t> bits_of(std::string_view bitmap, std::size_t cells) {
    std::vector<std::uint8_t> bits(cells);
    for (std::size_t i = 0; i < cells; ++i)
        bits[i] = static_cast<std::uint8_t>(bitmap[i / 8]) >> (7 - i % 8) & 1;
    return bits;
}

std::string bitmap_of(const std::vector<std::uint8_t>& mine_bytes) {
    std::string bitmap((mine_bytes.size() + 7) / 8, '\0');
    for (std::size_t cell = 0; cell < mine_bytes.size(); ++cell)
        bitmap[cell / 8] = static_cast<char>(bitmap[cell / 8] | mine_bytes[cell] << (7 - cell % 8));
    return bitmap;
}

namespace {

// The number, from 1, of the line that has this byte of a text.
std::size_t line_at(std::string_view text, std::size_t at) {
    return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, at), '\n'));
}

}  // namespace

FormatError one_line_error(std::string_view format, std::string_view text, std::size_t at,
                           const std::string& what) {
    const std::size_t start = text.substr(0, at).rfind('\n') + 1;  // npos + 1 is 0
    const std::size_t column = characters_in(text.substr(start, at - start)) + 1;
    return {std::string(format) + ": column " + std::to_string(column) + ": " + what,
            {.line = line_at(text, at), .column = column}};
}

void check_one_line(std::string_view format, const std::string& contents, std::string_view text) {
    const std::string_view content = without_spaces(text);
    const std::size_t end = content.find('\n');
    if (end == std::string_view::npos) return;
    const std::size_t line = line_at(text, static_cast<std::size_t>(content.data() - text.data()) + end + 1);
    throw FormatError(std::string(format) + ": line " + std::to_string(line) + ": expected " + contents +
                          ", but more text follows",
                      {.line = line});
}

void check_cells(const Size& size, const std::function<FormatError(const std::string&)>& error) {
    if (1 <= size.cells() && size.cells() <= kMostCellsInLine) return;
    throw error("a board must have 1 to " + std::to_string(kMostCellsInLine) + " cells, not " +
                std::to_string(size.columns) + " x " + std::to_string(size.rows));
}

}  // namespace sapper

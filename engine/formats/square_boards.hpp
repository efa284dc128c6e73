// What formats of square boards share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "board/topology.hpp"
#include "formats/contents.hpp"
#include "formats/text_reader.hpp"

namespace sapper {

struct Size {
    std::size_t rows;
    std::size_t columns;
    std::size_t mines;
    std::size_t cells() const { return rows * columns; }
};

// Throws FormatError if the board is not a grid of two dimensions.
void check_square(const Topology& topology, std::string_view format);

// Throws FormatError if the board has no cells or more mines than cells. `offset` is the place of the size in
// the data.
void check_size(const Cursor& cursor, const Size& size, std::size_t offset);

// The form of a list of mines: the number of the first row and column, and whether the row comes first.
struct PairOrder {
    std::size_t base = 0;
    bool row_first = false;
};

// Reads a list of mines, two bytes each. Returns a byte for each cell.
std::vector<std::uint8_t> mines_by_pairs(Cursor& cursor, const Size& size, PairOrder order = {});

// The mines in a bitmap with at least one bit for each cell, in row-major order, the highest bit of a byte
// first.
std::vector<std::uint8_t> bits_of(std::string_view bitmap, std::size_t cells);

// The bitmap of mines, with zeros after the last cell.
std::string bitmap_of(const std::vector<std::uint8_t>& mine_bytes);

// For formats with a minefield in one line.
inline constexpr std::size_t kMostCellsInLine = 1'000'000;

// The error at a byte of a text.
FormatError one_line_error(std::string_view format, std::string_view text, std::size_t at,
                           const std::string& what);

// Throws FormatError if more text follows after the first line that is not blank. `contents` says what the
// text should have been, such as "one address".
void check_one_line(std::string_view format, const std::string& contents, std::string_view text);

// If the board has no cells or too many, throws the error that `error` makes from the message.
void check_cells(const Size& size, const std::function<FormatError(const std::string&)>& error);

}  // namespace sapper

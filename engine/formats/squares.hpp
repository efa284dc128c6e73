// What the formats that hold only square boards share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "board/topology.hpp"
#include "formats/cursor.hpp"

namespace sapper {

struct Size {
    std::size_t rows;
    std::size_t columns;
    std::size_t mines;
    std::size_t cells() const { return rows * columns; }
};

// Throws FormatError if the board is not a grid of two dimensions.
void check_square(const Topology& topology, std::string_view format);

// Throws FormatError if the board has no cells or more mines than cells. `offset` is where the size is in the
// data.
void check_size(const Cursor& cursor, const Size& size, std::size_t offset);

// How a list writes its mines: the number of the first row and column, and whether the row comes first.
struct PairOrder {
    std::size_t base = 0;
    bool row_first = false;
};

// Reads a list of mines, two bytes each. Returns a byte for each cell.
std::vector<std::uint8_t> mines_by_pairs(Cursor& cursor, const Size& size, PairOrder order = {});

// The mines in a bitmap with at least one bit for each cell, in row-major order, the highest bit of a byte
// first.
std::vector<std::uint8_t> bits_of(std::string_view bitmap, std::size_t cells);

// The bitmap of such mines, with zeros after the last cell.
std::string bitmap_of(const std::vector<std::uint8_t>& mined);

}  // namespace sapper

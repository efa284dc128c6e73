// MBF, the boards of Minesweeper X, Arbiter and JSMinesweeper (ABF is the same).
//
// Width u8, height u8, number of mines u16, then for every mine its column u8 and row u8, from 0. There is no
// magic number. Bytes are recognised as MBF if all of them fit the format.
#include "formats/cursor.hpp"
#include "formats/file_formats.hpp"
#include "formats/squares.hpp"
#include "util/texts.hpp"

namespace sapper {

namespace {

constexpr std::size_t kMostMbf = 255;  // rows or columns

}  // namespace

bool is_mbf(std::string_view data) {
    constexpr std::size_t kHeader = 4;
    if (data.size() < kHeader) return false;
    Cursor cursor(data.substr(2), "mbf");
    if (data.size() != kHeader + 2 * cursor.unsigned_number(2, "")) return false;
    try {
        read_mbf(data, {});
        return true;
    } catch (const FormatError&) {
        return false;
    }
}

Contents read_mbf(std::string_view data, const Hints&) {
    Cursor cursor(data, "mbf");
    const std::size_t columns = cursor.byte("width");
    const std::size_t rows = cursor.byte("height");
    const std::size_t mines = cursor.unsigned_number(2, "the number of mines");
    const Size size{rows, columns, mines};
    check_size(cursor, size, 0);
    FileMinefield minefield{nullptr, mines_by_pairs(cursor, size)};
    if (cursor.left() > 0) {
        throw cursor.error("expected the end after " + quantity(mines, "mine") + ", but " +
                           quantity(cursor.left(), "byte") + (cursor.left() == 1 ? " follows" : " follow"));
    }
    minefield.topology = Topology::grid({rows, columns});
    return minefield;
}

std::string write_mbf(const Contents& contents, const FileOrigin&) {
    const auto& [topology, mined, start] = std::get<FileMinefield>(contents);
    check_square(*topology, "mbf");
    const std::size_t rows = topology->shape()[0];
    const std::size_t columns = topology->shape()[1];
    if (std::max(rows, columns) > kMostMbf) {
        throw FormatError("mbf holds at most " + std::to_string(kMostMbf) + " rows and columns, not " +
                          std::to_string(rows) + " and " + std::to_string(columns));
    }
    const std::size_t mines = std::get<FileMinefield>(contents).mines();
    std::string data;
    const auto add = [&data](std::size_t byte) { data += static_cast<char>(byte); };
    add(columns);
    add(rows);
    add(mines >> 8);
    add(mines & 255);
    for (std::size_t cell = 0; cell < mined.size(); ++cell) {
        if (mined[cell] == 0) continue;
        add(cell % columns);
        add(cell / columns);
    }
    return data;
}

}  // namespace sapper

// A drawing of a minefield: `*` a mine, `.` a safe cell.
//
// Each line is a row, as rows.hpp says. Instead of `.`, a safe cell may show the number of mines around it.
// If any number is above 0, all must be right. If all are 0, as in a board of RawVF, they only mean safe
// cells. The writer uses `.`.
//
// The text contains neither the topology nor the first cell. It needs a mine, unless the caller asks for a
// minefield: without one, rows of dots are a position.
#include <algorithm>

#include "board/board_names.hpp"
#include "board/minefield.hpp"
#include "formats/file_formats.hpp"
#include "formats/rows.hpp"
#include "formats/texts.hpp"

namespace sapper {

namespace {

constexpr Mark kDrawnMine = -1;
constexpr Mark kDrawnSafe = -2;  // a number says that the cell is safe, too
constexpr Alphabet kDrawingAlphabet({{"*", kDrawnMine}, {".", kDrawnSafe}}, 9,
                                    "'*' mine, '.' safe, or the number of mines around a safe cell");

// Throws FormatError about the first number that is not the number of mines around it.
void check_numbers(const std::vector<Mark>& marks, const FileMinefield& minefield, std::size_t first) {
    const Topology& topology = *minefield.topology;
    const Minefield mines(minefield.mined);
    for (Cell cell = 0; cell < marks.size(); ++cell) {
        if (!is_number(marks[cell])) continue;
        const std::uint32_t around = mines.mines_around(cell, topology);
        if (static_cast<std::uint32_t>(marks[cell]) == around) continue;
        throw FormatError("drawing: " + name_of_cell(topology, cell, first) + ": the number is " +
                          std::to_string(marks[cell]) + ", but the mines around it are " +
                          std::to_string(around) + "; '*' is a mine");
    }
}

}  // namespace

bool is_drawing(std::string_view data) {
    return kDrawingAlphabet.has_only(without_mark(data));
}

Contents read_drawing(std::string_view data, const Hints& hints) {
    const std::string_view text = text_of(data);
    if (hints.kind != Kind::minefield && text.find('*') == std::string_view::npos)
        throw FormatError("drawing: there is no '*' for a mine");
    const RowMarks cells = cells_in_blocks(rows_of(text, hints.reading.limits), kDrawingAlphabet, hints);
    FileMinefield minefield{shaped_topology(hints, cells.shape), {}};
    for (Mark mark : cells.marks)
        minefield.mined.push_back(mark == kDrawnMine);
    const bool counts = std::ranges::any_of(cells.marks, [](Mark mark) { return mark > 0; });
    if (counts) check_numbers(cells.marks, minefield, hints.first);
    check_said_mines("drawing: it shows ", minefield.mines(), hints);
    return minefield;
}

std::string write_drawing(const Contents& contents, const FileOrigin&) {
    const auto& minefield = std::get<FileMinefield>(contents);
    std::vector<Mark> marks;
    for (std::uint8_t mined : minefield.mined)
        marks.push_back(mined != 0 ? kDrawnMine : kDrawnSafe);
    return blocks_of(marks, minefield.topology->shape(), kDrawingAlphabet);
}

}  // namespace sapper

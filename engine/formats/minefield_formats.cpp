// Formats of minefields alone.

#include <algorithm>
#include <optional>
#include <string>

#include "board/board_names.hpp"
#include "board/minefield.hpp"
#include "formats/contents.hpp"
#include "formats/registry.hpp"
#include "formats/rows.hpp"
#include "formats/square_boards.hpp"
#include "formats/text_reader.hpp"
#include "util/lists.hpp"

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
    const auto& [topology, mine_bytes, start] = std::get<FileMinefield>(contents);
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
    for (std::size_t cell = 0; cell < mine_bytes.size(); ++cell) {
        if (mine_bytes[cell] == 0) continue;
        add(cell % columns);
        add(cell / columns);
    }
    return data;
}

// The end of the address of a ZiNi calculator, which holds a board: `?b=1&m=0008040000g0000g0`.
//
// `b` is 1, 2 or 3 for a beginner, intermediate or expert board, or the width and the height with equally
// many digits, such as `3016`. `m` is a bitmap of the mines with one bit per cell in row-major order. Each
// digit of base 32 (0 to 9, a to v) has five bits, the highest first. LlamaSweeper, minesweeper.online,
// JSMinesweeper and the ZiNi calculators share this form.

namespace {

constexpr std::string_view kBase32 = "0123456789abcdefghijklmnopqrstuv";
constexpr std::size_t kBitsOfDigit = 5;
constexpr std::size_t kMostSizeDigits = 4;  // of the width or the height

// Whether a parameter may follow this character, or end before it.
bool is_mark_of_parameter(char character) {
    return character == '?' || character == '&' || character == '#' || is_blank(character);
}

// The value of the first parameter with this name, as a part of `text`.
std::optional<std::string_view> parameter(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        if (at > 0 && !is_mark_of_parameter(text[at - 1])) continue;
        const std::string_view value = text.substr(at + name.size());
        const auto ends = [](char character) { return character != '?' && is_mark_of_parameter(character); };
        return value.substr(0, static_cast<std::size_t>(std::ranges::find_if(value, ends) - value.begin()));
    }
    return std::nullopt;
}

// The error about a part of the text, with its place.
FormatError address_error(std::string_view text, std::string_view part, const std::string& what) {
    return one_line_error("address", text, static_cast<std::size_t>(part.data() - text.data()), what);
}

Size size_of(std::string_view text, std::string_view size) {
    if (size.size() == 1 && '1' <= size[0] && size[0] <= '3') {
        const LevelBoard& level = kBoardLevels[static_cast<std::size_t>(size[0] - '1')];
        return {level.rows, level.columns, 0};
    }
    const std::size_t half = size.size() / 2;
    if (!std::ranges::all_of(size, is_digit) || size.size() % 2 != 0 || half < 1 || half > kMostSizeDigits) {
        throw address_error(text, size,
                            "expected b= with 1, 2 or 3 for a level, or a width and a height with equally "
                            "many digits, not " +
                                in_quotes(size, kMostOfValue));
    }
    Scanner scanner(size);
    const std::size_t columns = *scanner.number(half);
    const std::size_t rows = *scanner.number(half);
    check_cells({rows, columns, 0}, [&](const std::string& what) { return address_error(text, size, what); });
    return {rows, columns, 0};
}

std::vector<std::uint8_t> mines_of(std::string_view text, std::string_view digits, std::size_t cells) {
    const std::size_t right_length = (cells + kBitsOfDigit - 1) / kBitsOfDigit;
    if (const std::size_t length = characters_in(digits); length != right_length) {
        throw address_error(text, digits,
                            "expected m= with " + std::to_string(right_length) + " digits for " +
                                std::to_string(cells) + " cells, not " + std::to_string(length));
    }
    std::vector<std::uint8_t> mine_bytes;
    for (std::size_t at = 0; at < digits.size(); ++at) {
        const std::size_t value = kBase32.find(lower(digits.substr(at, 1)));
        if (value == std::string_view::npos) {
            const std::string_view rest = digits.substr(at);
            throw address_error(
                text, rest,
                "expected a digit of base 32 (0 to 9, a to v), not " + in_quotes(first_character(rest)));
        }
        for (std::size_t bit = kBitsOfDigit; bit-- > 0;)
            mine_bytes.push_back(value >> bit & 1);
    }
    mine_bytes.resize(cells);
    return mine_bytes;
}

}  // namespace

bool is_address(std::string_view data) {
    return parameter(data, "b=").has_value() && parameter(data, "m=").has_value();
}

Contents read_address(std::string_view data, const Hints&) {
    const std::string_view text = text_of(data);
    const std::string_view line = without_spaces(text);
    const std::optional<std::string_view> size = parameter(line, "b=");
    const std::optional<std::string_view> mines = parameter(line, "m=");
    if (!size || !mines) {
        throw FormatError("address: expected an address with a board, such as ?b=1&m=0008040000g0000g0",
                          {.line = 1});
    }
    check_one_line("address", "one address", text);
    const Size board = size_of(text, *size);
    return FileMinefield{Topology::grid({board.rows, board.columns}), mines_of(text, *mines, board.cells())};
}

std::string write_address(const Contents& contents, const FileOrigin&) {
    const auto& [topology, mine_bytes, start] = std::get<FileMinefield>(contents);
    check_square(*topology, "address");
    const std::size_t rows = topology->shape()[0];
    const std::size_t columns = topology->shape()[1];
    const std::size_t digits = std::max<std::size_t>(2, std::to_string(std::max(rows, columns)).size());
    if (digits > kMostSizeDigits || mine_bytes.size() > kMostCellsInLine) {
        throw FormatError("address holds boards of at most " + std::to_string(kMostCellsInLine) +
                          " cells, not " + std::to_string(rows) + " x " + std::to_string(columns));
    }
    const auto with_zeros = [digits](std::size_t number) {
        const std::string text = std::to_string(number);
        return std::string(digits - text.size(), '0') + text;
    };
    std::string size = with_zeros(columns) + with_zeros(rows);
    for (std::size_t level = 0; level < kBoardLevels.size(); ++level)
        if (kBoardLevels[level].rows == rows && kBoardLevels[level].columns == columns)
            size = std::to_string(level + 1);
    std::string text = "?b=" + size + "&m=";
    for (std::size_t cell = 0; cell < mine_bytes.size(); cell += kBitsOfDigit) {
        std::size_t value = 0;
        for (std::size_t bit = 0; bit < kBitsOfDigit; ++bit)
            value = 2 * value + (cell + bit < mine_bytes.size() ? mine_bytes[cell + bit] : 0);
        text += kBase32[value];
    }
    return text;
}

// A drawing of a minefield: `*` a mine, `.` a safe cell.
//
// Each line is a row, as rows.hpp says. Instead of `.`, a safe cell may show the number of mines around it.
// If any number is above 0, all must be right. If all are 0, as in a board of RawVF, they only mean safe
// cells. The writer uses `.`.
//
// The text contains neither the topology nor the first cell. It needs a mine, unless the caller wants a
// minefield: rows of dots alone are a position.

namespace {

constexpr Mark kDrawingMine = -1;
constexpr Mark kDrawingSafe = -2;  // a number says that the cell is safe, too
constexpr Alphabet kDrawingAlphabet({{"*", kDrawingMine}, {".", kDrawingSafe}}, 9,
                                    "'*' mine, '.' safe, or the number of mines around a safe cell");

// Throws FormatError about the first number that is not the number of mines around it.
void check_numbers(const std::vector<Mark>& marks, const FileMinefield& minefield, std::size_t first) {
    const Topology& topology = *minefield.topology;
    const Minefield mines(minefield.mine_bytes);
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
    FileMinefield minefield{topology_of_shape(hints, cells.shape), {}};
    for (Mark mark : cells.marks)
        minefield.mine_bytes.push_back(mark == kDrawingMine);
    const bool counts = std::ranges::any_of(cells.marks, [](Mark mark) { return mark > 0; });
    if (counts) check_numbers(cells.marks, minefield, hints.first);
    check_mine_count("drawing: it shows ", minefield.mines(), hints);
    return minefield;
}

std::string write_drawing(const Contents& contents, const FileOrigin&) {
    const auto& minefield = std::get<FileMinefield>(contents);
    std::vector<Mark> marks;
    for (std::uint8_t mine_bytes : minefield.mine_bytes)
        marks.push_back(mine_bytes != 0 ? kDrawingMine : kDrawingSafe);
    return blocks_of(marks, minefield.topology->shape(), kDrawingAlphabet);
}

}  // namespace sapper

// The end of the addresses of ZiNi calculators, which hold a board: `?b=1&m=0008040000g0000g0`.
//
// `b` is 1, 2 or 3 for a beginner, intermediate or expert board, or the width and the height with equally
// many digits, such as `3016`. `m` is a bitmap of the mines with one bit per cell in row-major order. Each
// digit of base 32 (0 to 9, a to v) has five bits, the highest first. LlamaSweeper, minesweeper.online,
// JSMinesweeper and the ZiNi calculators share this form.
#include <algorithm>
#include <optional>
#include <string>

#include "board/board_names.hpp"
#include "formats/file_formats.hpp"
#include "formats/one_line.hpp"
#include "formats/scanner.hpp"
#include "formats/squares.hpp"
#include "formats/texts.hpp"

namespace sapper {

namespace {

constexpr std::string_view kBase32 = "0123456789abcdefghijklmnopqrstuv";
constexpr std::size_t kBitsOfDigit = 5;
constexpr std::size_t kMostSizeDigits = 4;  // of the width or the height

// Whether a parameter may follow this character, or ends before it.
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
                                quoted(size, kShownOfValue));
    }
    Scanner scanner(size);
    const std::size_t columns = *scanner.number(half);
    const std::size_t rows = *scanner.number(half);
    check_cells({rows, columns, 0}, [&](const std::string& what) { return address_error(text, size, what); });
    return {rows, columns, 0};
}

std::vector<std::uint8_t> mines_of(std::string_view text, std::string_view digits, std::size_t cells) {
    const std::size_t wanted = (cells + kBitsOfDigit - 1) / kBitsOfDigit;
    if (const std::size_t length = characters_in(digits); length != wanted) {
        throw address_error(text, digits,
                            "expected m= with " + std::to_string(wanted) + " digits for " +
                                std::to_string(cells) + " cells, not " + std::to_string(length));
    }
    std::vector<std::uint8_t> mined;
    for (std::size_t at = 0; at < digits.size(); ++at) {
        const std::size_t value = kBase32.find(lower(digits.substr(at, 1)));
        if (value == std::string_view::npos) {
            const std::string_view rest = digits.substr(at);
            throw address_error(
                text, rest,
                "expected a digit of base 32 (0 to 9, a to v), not " + quoted(first_character(rest)));
        }
        for (std::size_t bit = kBitsOfDigit; bit-- > 0;)
            mined.push_back(value >> bit & 1);
    }
    mined.resize(cells);
    return mined;
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
    const auto& [topology, mined, start] = std::get<FileMinefield>(contents);
    check_square(*topology, "address");
    const std::size_t rows = topology->shape()[0];
    const std::size_t columns = topology->shape()[1];
    const std::size_t digits = std::max<std::size_t>(2, std::to_string(std::max(rows, columns)).size());
    if (digits > kMostSizeDigits || mined.size() > kMostCellsInLine) {
        throw FormatError("address holds boards of at most " + std::to_string(kMostCellsInLine) +
                          " cells, not " + std::to_string(rows) + " x " + std::to_string(columns));
    }
    const auto padded = [digits](std::size_t number) {
        const std::string text = std::to_string(number);
        return std::string(digits - text.size(), '0') + text;
    };
    std::string size = padded(columns) + padded(rows);
    for (std::size_t level = 0; level < kBoardLevels.size(); ++level)
        if (kBoardLevels[level].rows == rows && kBoardLevels[level].columns == columns)
            size = std::to_string(level + 1);
    std::string text = "?b=" + size + "&m=";
    for (std::size_t cell = 0; cell < mined.size(); cell += kBitsOfDigit) {
        std::size_t value = 0;
        for (std::size_t bit = 0; bit < kBitsOfDigit; ++bit)
            value = 2 * value + (cell + bit < mined.size() ? mined[cell + bit] : 0);
        text += kBase32[value];
    }
    return text;
}

}  // namespace sapper

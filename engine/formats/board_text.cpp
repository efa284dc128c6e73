// `.board`, the text of ms_toollib, with the sections `[real]` (the minefield) and `[view]` (the position).
//
// A file has one of the two sections or both. `[real]` is a minefield: `*` a mine, `0` to `8` the numbers.
// `[view]` is a position: `U` hidden, `0` to `8`, `F` a flag, `?` a question mark, `X` an exploded mine. `@`
// and `#` mark mistakes after the end of a game; they count as a hidden cell and a flag. A file with both
// sections gives the position, unless the caller wants the minefield.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "board/board_names.hpp"
#include "board/minefield.hpp"
#include "formats/registry.hpp"
#include "formats/rows.hpp"
#include "formats/square_boards.hpp"
#include "formats/text_reader.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

constexpr Mark kRealMine = -1;
constexpr Alphabet kRealAlphabet({{"*", kRealMine}}, 8, "'*' mine, '0' to '8'");
constexpr Alphabet kViewAlphabet({{"U@", kHidden}, {"F#", kFlag}, {"?", kQuestion}, {"X", kExploded}}, 8,
                                 "'U' hidden, '0' to '8', 'F' flag, '?', 'X' exploded mine, '@' and '#'");

FormatError board_error(std::size_t line, const std::string& text) {
    return {"board: line " + std::to_string(line) + ": " + text, {.line = line}};
}

bool is_header(std::string_view line) {
    constexpr std::size_t kMostDigits = 3;
    Scanner scanner(line);
    if (!scanner.take("#")) return false;
    scanner.skip_blanks();
    return scanner.take("MINESWEEPER-BOARD v") && scanner.number(kMostDigits) && scanner.take(".") &&
           scanner.number(kMostDigits) && scanner.is_at_end();
}

class BoardReader {
  public:
    BoardReader(std::string_view text, const Hints& hints)
        : hints_(hints), lines_(text, kMostLines, hints.reading.limits) {}

    Contents read() {
        read_header();
        while (const std::optional<Line> line = next())
            read_line(*line);
        const Size size = size_before(1);
        std::optional<FileMinefield> minefield;
        std::optional<FilePosition> position;
        if (real_) minefield = minefield_of(size);
        if (view_) position = position_of(hints_, {size.rows, size.columns}, *view_, size.mines);
        if (real_ && view_) check_agreement(*minefield->topology);
        if (minefield && (!position || hints_.kind == Kind::minefield)) return *minefield;
        if (!position) throw FormatError("board: expected a section [real] or [view], but there is none");
        check_mine_count("board: the file says ", size.mines, hints_);
        return *position;
    }

  private:
    struct Value {
        std::string_view text;
        std::size_t line;
    };

    std::optional<Line> next() {
        std::optional<Line> line = lines_.next();
        if (line) line->text = without_spaces(line->text);
        return line;
    }

    void read_header() {
        std::optional<Line> line = next();
        while (line && line->text.empty())
            line = next();
        if (line && is_header(line->text)) return;
        throw board_error(line ? line->number : 1, "expected '# MINESWEEPER-BOARD v0.1'");
    }

    void read_line(const Line& line) {
        const std::string_view text = line.text;
        const std::size_t colon = text.find(':');
        if (text == "[real]") {
            read_section(line, real_, kRealAlphabet);
        } else if (text == "[view]") {
            read_section(line, view_, kViewAlphabet);
        } else if (text.starts_with('#')) {
            check_render(line);
        } else if (colon != std::string_view::npos && !real_ && !view_) {
            const auto key = std::ranges::find(kKeys, without_spaces(text.substr(0, colon)));
            if (key == kKeys.end()) return;
            values_[static_cast<std::size_t>(key - kKeys.begin())] =
                Value{without_spaces(text.substr(colon + 1)), line.number};
        } else if (!text.empty()) {
            throw board_error(line.number, "expected 'key: value', [real] or [view]");
        }
    }

    static void check_render(const Line& line) {
        const std::string_view comment = line.text.substr(1);
        const std::size_t colon = comment.find(':');
        if (colon == std::string_view::npos || without_spaces(comment.substr(0, colon)) != "Render") return;
        const std::string_view value = without_spaces(comment.substr(colon + 1));
        if (value == "ascii") return;
        throw board_error(line.number, "expected 'render: ascii', not " + in_quotes(value, kMostOfValue));
    }

    // The size in the lines before this line.
    Size size_before(std::size_t line) const {
        constexpr std::size_t kMost = 10'000;  // rows or columns
        constexpr std::size_t kMostDigits = 9;
        std::array<std::size_t, 3> numbers = {};
        for (std::size_t i = 0; i < kKeys.size(); ++i) {
            const std::string key(kKeys[i]);
            if (!values_[i]) throw board_error(line, "expected '" + key + ": ...' before the sections");
            Scanner scanner(values_[i]->text);
            const std::optional<std::size_t> number = scanner.number(kMostDigits);
            if (!number || !scanner.is_at_end()) {
                throw board_error(values_[i]->line, key + " must be a number of at most nine digits, not " +
                                                        in_quotes(values_[i]->text, kMostOfValue));
            }
            numbers[i] = *number;
        }
        const auto [rows, columns, mines] = numbers;
        if (std::max(rows, columns) > kMost) {
            throw board_error(line, "expected at most " + std::to_string(kMost) + " rows and columns, not " +
                                        std::to_string(rows) + " and " + std::to_string(columns));
        }
        if (rows == 0 || columns == 0 || mines > rows * columns) {
            throw board_error(line, "a board of " + std::to_string(rows) + " x " + std::to_string(columns) +
                                        " cannot hold " + quantity(mines, "mine"));
        }
        return {rows, columns, mines};
    }

    void read_section(const Line& title, std::optional<std::vector<Mark>>& section,
                      const Alphabet& alphabet) {
        if (section) throw board_error(title.number, "a second section " + std::string(title.text));
        const Size size = size_before(title.number);
        std::vector<TextRow> rows;
        while (rows.size() < size.rows) {
            const std::optional<Line> line = next();
            if (!line || line->text.empty()) {
                throw board_error(title.number,
                                  "expected " + std::to_string(size.rows) + " rows in this section");
            }
            rows.push_back({line->text, line->number, line->indent});
        }
        RowMarks cells = cells_of(rows, alphabet);
        if (cells.shape[1] != size.columns) {
            throw board_error(title.number, "expected " + std::to_string(size.columns) +
                                                " columns in this section, not " +
                                                std::to_string(cells.shape[1]));
        }
        section = std::move(cells.marks);
    }

    FileMinefield minefield_of(const Size& size) const {
        FileMinefield minefield{Topology::grid({size.rows, size.columns}), {}};
        for (Mark mark : *real_)
            minefield.mine_bytes.push_back(mark == kRealMine);
        if (minefield.mines() != size.mines) {
            throw FormatError("board: the file says " + quantity(size.mines, "mine") + ", but [real] has " +
                              std::to_string(minefield.mines()));
        }
        const Minefield mines(minefield.mine_bytes);
        for (Cell cell = 0; cell < real_->size(); ++cell) {
            const auto around = static_cast<Mark>(mines.mines_around(cell, *minefield.topology));
            if (mines[cell] || (*real_)[cell] == around) continue;
            throw FormatError("board: [real], " + name_of_cell(*minefield.topology, cell, hints_.first) +
                              ": the number differs from the number of mines around it");
        }
        return minefield;
    }

    void check_agreement(const Topology& topology) const {
        for (Cell cell = 0; cell < view_->size(); ++cell) {
            const Mark mark = (*view_)[cell];
            if (is_hidden(mark) || (*real_)[cell] == (mark == kExploded ? kRealMine : mark)) continue;
            throw FormatError("board: " + name_of_cell(topology, cell, hints_.first) +
                              ": [real] and [view] disagree");
        }
    }

    static constexpr std::array<std::string_view, 3> kKeys = {"rows", "columns", "mines"};

    const Hints& hints_;
    Lines lines_;
    std::array<std::optional<Value>, 3> values_;  // in the order of kKeys
    std::optional<std::vector<Mark>> real_;
    std::optional<std::vector<Mark>> view_;
};

}  // namespace

bool is_board(std::string_view data) {
    return is_header(first_line(without_mark(data)));
}

Contents read_board(std::string_view data, const Hints& hints) {
    return BoardReader(text_of(data), hints).read();
}

std::string write_board(const Contents& contents, const FileOrigin& origin) {
    std::string section;
    std::size_t mines = 0;
    std::shared_ptr<const Topology> topology;
    if (const auto* position = std::get_if<FilePosition>(&contents)) {
        topology = position->position.topology;
        section = "[view]\n" + square_text(*position, kViewAlphabet, "board", origin);
        mines = mines_of(*position);
    } else {
        const auto& minefield = std::get<FileMinefield>(contents);
        topology = minefield.topology;
        check_square(*topology, "board");
        mines = minefield.mines();
        const Minefield mines_of_board(minefield.mine_bytes);
        std::vector<Mark> marks;
        for (Cell cell = 0; cell < mines_of_board.size(); ++cell) {
            const auto around = static_cast<Mark>(mines_of_board.mines_around(cell, *topology));
            marks.push_back(mines_of_board[cell] ? kRealMine : around);
        }
        section = "[real]\n" + blocks_of(marks, topology->shape(), kRealAlphabet);
    }
    return "# MINESWEEPER-BOARD v0.1\n# Render: ascii\n\nrows: " + std::to_string(topology->shape()[0]) +
           "\ncolumns: " + std::to_string(topology->shape()[1]) + "\nmines: " + std::to_string(mines) +
           "\ngame_mode: classic\n\n" + section;
}

}  // namespace sapper

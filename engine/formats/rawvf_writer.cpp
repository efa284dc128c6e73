// Writes RawVF, revision 6, which can hold every replay. `rawvf.cpp` has the layout.

#include <algorithm>
#include <cmath>
#include <string>

#include "board/board_names.hpp"
#include "formats/rawvf.hpp"
#include "formats/registry.hpp"
#include "formats/text_reader.hpp"

namespace sapper {

namespace {

constexpr std::string_view kBoardKey = kBoardLine.substr(0, kBoardLine.size() - 1);

class RawvfWriter {
  public:
    explicit RawvfWriter(const Recording& recording) : recording_(recording) {}

    std::string write() {
        write_options();
        text_ += kBoardLine;
        for (std::size_t cell = 0; cell < recording_.mine_bytes.size(); ++cell) {
            if (cell % recording_.columns() == 0) text_ += '\n';
            text_ += recording_.mine_bytes[cell] != 0 ? '*' : '0';
        }
        text_.append("\n").append(kEventsLine);
        for (const MouseEvent& event : recording_.events)
            write_event(event);
        return std::move(text_);
    }

  private:
    void write_options() {
        option(kVersionKey, "Rev6");
        for (const auto& [key, value, shared] : recording_.about) {
            if (!is_key(key)) {
                throw FormatError("rawvf cannot hold the key " + in_quotes(key) +
                                  ": use printable text without ':'");
            }
            if (own_rawvf_key(key).empty()) option(key, in_one_line(value));
        }
        const auto mines = static_cast<std::size_t>(std::ranges::count(recording_.mine_bytes, 1));
        std::string level(level_of(*recording_.topology, mines));
        level[0] = static_cast<char>(level[0] - 'a' + 'A');
        option(kLevelKey, level);
        option(kWidthKey, std::to_string(recording_.columns()));
        option(kHeightKey, std::to_string(recording_.rows()));
        option(kMinesKey, std::to_string(mines));
        if (!recording_.topology->is_square_board())
            option(kTopologyKey, topology_name(*recording_.topology));
        option(kMarksKey, recording_.question_marks ? "On" : "Off");
        if (recording_.win != Win::cleared) option(kWinKey, name_in(kWins, recording_.win));
        if (recording_.on_mine != OnMine::stop) option(kOnMineKey, name_in(kOnMines, recording_.on_mine));
        if (recording_.guessing != Guessing::free)
            option(kGuessingKey, name_in(kGuessings, recording_.guessing));
    }

    void option(std::string_view key, std::string_view value) {
        text_.append(key).append(value.empty() ? ":" : ": ").append(value).append("\n");
    }

    static bool is_key(std::string_view key) {
        constexpr char kDelete = 0x7f;
        if (key.empty() || key == kBoardKey || key.front() == ' ' || key.back() == ' ') return false;
        while (!key.empty()) {
            const bool is_control = key[0] == kDelete || (0 <= key[0] && key[0] < ' ');
            if (key[0] == ':' || is_control || (key[0] != ' ' && white_space(key) > 0)) return false;
            key.remove_prefix(first_character(key).size());
        }
        return true;
    }

    void write_event(const MouseEvent& event) {
        constexpr double kMostSeconds = 1e9;  // seconds
        if (!(std::abs(event.time) < kMostSeconds))
            throw FormatError("rawvf cannot hold a time of 1000000000 seconds or more");
        text_.append("\n").append(decimal_seconds(event.time)).append(" ");
        text_.append(kMouseKinds[static_cast<std::size_t>(event.kind)]).append(" ");
        const auto rows = static_cast<std::int64_t>(recording_.rows());
        const auto columns = static_cast<std::int64_t>(recording_.columns());
        const bool is_off = event.cell == kNoCell;
        const std::int64_t row = is_off ? rows : event.cell / columns;
        const std::int64_t column = is_off ? columns : event.cell % columns;
        const bool has_pixel = event.x != kNoPixel;
        // An unknown pixel is the corner of the cell, or just past the board.
        const std::int64_t x =
            has_pixel ? scale_pixels(event.x, kCellSize, recording_.cell_size) : column * kCellSize;
        const std::int64_t y =
            has_pixel ? scale_pixels(event.y, kCellSize, recording_.cell_size) : row * kCellSize;
        if (!is_off) {
            write_pair(column + 1, row + 1);
            text_ += ' ';
        } else if (0 <= y && y < rows * kCellSize && 0 <= x && x < columns * kCellSize) {
            text_ += "0 0 ";  // otherwise readers take the cell from the pixel
        }
        text_ += '(';
        write_pair(x, y);
        text_ += ')';
    }

    void write_pair(std::int64_t first, std::int64_t second) {
        text_.append(std::to_string(first)).append(" ").append(std::to_string(second));
    }

    const Recording& recording_;
    std::string text_;
};

}  // namespace

std::string write_rawvf(const Recording& recording, const FileOrigin& /*origin*/) {
    const Topology& topology = *recording.topology;
    if (topology.kind() == Topology::Kind::graph || topology.shape().size() != 2) {
        throw FormatError("rawvf holds only boards with rows and columns; this one is " + in_words(topology));
    }
    return RawvfWriter(recording).write();
}

}  // namespace sapper

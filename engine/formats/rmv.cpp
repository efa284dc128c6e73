// RMV versions 1 and 2, the replays of Viennasweeper.
//
// A file begins with
// - `*rmv`, version u16, and in version 2 the numbers u8 of the program and its version;
// - the size u32 of the file;
// - the sizes u16 of six sections: result, program, player, board, flags set before the game, properties.
//   Version 2 has no result, and extensions at the end;
// - the size u32 of the events and the size u16 of the checksum.
// The sections follow. The result is a text of `KEY:value#` pairs. The board begins with the time u32 at
// which it was made, in seconds since 1970. Texts are UTF-8 in version 2, and in version 1 only if a fifth
// property is 1. The codes of events are 1 to 7 for the mouse, 9 to 14 and 18 to 27 for the board, 15 to 17
// for the end. Version 1 has code 0 for a timestamp. Version 2 has code 28 for a short move, which has
// differences from the mouse event before. In version 1 pixels are those of the window, in which the board
// begins at (12, 56); in version 2 they begin at the board. The left press that begins a game is not
// recorded; the reader adds it.
//
// The specification is https://github.com/ralokt/rmv_spec.
#include <algorithm>
#include <array>
#include <string>

#include "formats/registry.hpp"
#include "formats/square_boards.hpp"
#include "formats/text_reader.hpp"

namespace sapper {

namespace {

constexpr std::string_view kRmvMagic = "*rmv";
constexpr std::uint8_t kTimestamp = 0;
constexpr std::uint8_t kShortMove = 28;

// The differences between the versions.
struct RmvLayout {
    std::array<std::string_view, 6> sections;
    std::size_t fewest_properties;
    std::size_t modes;  // the number of modes
    std::int64_t left;  // the pixel at which the board begins
    std::int64_t top;
};

constexpr RmvLayout kFirstRmv = {
    {"result", "program", "player", "board", "flags", "properties"}, 4, 4, 12, 56};
constexpr RmvLayout kSecondRmv = {
    {"program", "player", "board", "flags", "properties", "extensions"}, 7, 14, 0, 0};

// The names of the player's fields. The fourth field proves the player's identity to a tournament, so the
// reader drops it.
constexpr std::array<std::string_view, 3> kPlayerFields = {"Player", "Nick", "Country"};

bool is_rmv_end(std::uint8_t code) {
    return 15 <= code && code <= 17;
}

bool is_rmv_board_event(std::uint8_t code) {
    return (9 <= code && code <= 14) || (18 <= code && code <= 27);
}

class RmvReader {
  public:
    RmvReader(std::string_view data, const ReadingLimits& reading)
        : cursor_(data, "rmv"), reading_(reading) {}

    Recording read() {
        read_header();
        const std::string_view result = cursor_.take(size_of("result"), "the result");
        recording_.set_field("Program", cursor_.take(size_of("program"), "the program"), true);
        read_player();
        read_board();
        const std::vector<Cell> flags = size_of("flags") > 0 ? read_flags() : std::vector<Cell>();
        const std::string_view properties = cursor_.take(size_of("properties"), "properties");
        set_properties(properties, result);
        read_events();
        set_end();
        cursor_.take(checksum_, "checksum");
        put_first_press(recording_);
        put_flags_before(recording_, flags);
        check_playable(recording_, "rmv");
        return std::move(recording_);
    }

  private:
    void read_header() {
        if (cursor_.take(kRmvMagic.size(), "'*rmv'") != kRmvMagic) throw cursor_.error("expected '*rmv'", 0);
        const std::uint64_t version = cursor_.unsigned_number(2, "version");
        if (version != 1 && version != 2) {
            throw cursor_.error("expected version 1 or 2, not " + std::to_string(version), kRmvMagic.size());
        }
        is_second_ = version == 2;
        if (is_second_) cursor_.take(2, "the program and its version");
        cursor_.take(4, "the size of the file");
        for (std::size_t i = 0; i < sizes_.size(); ++i) {
            const std::string what = "the size of the section " + std::string(layout().sections[i]);
            sizes_[i] = cursor_.unsigned_number(2, what);
        }
        cursor_.take(4, "the size of the events");
        checksum_ = cursor_.unsigned_number(2, "the size of the checksum");
    }

    const RmvLayout& layout() const { return is_second_ ? kSecondRmv : kFirstRmv; }

    std::size_t size_of(std::string_view section) const {
        for (std::size_t i = 0; i < sizes_.size(); ++i)
            if (layout().sections[i] == section) return sizes_[i];
        return 0;
    }

    void read_player() {
        const std::uint64_t fields = cursor_.unsigned_number(2, "the number of player fields");
        for (std::uint64_t i = 0; i < fields; ++i) {
            const std::string_view field =
                cursor_.take(cursor_.byte("the size of a player field"), "a player field");
            if (i < kPlayerFields.size()) recording_.set_field(kPlayerFields[i], field, true);
        }
    }

    void read_board() {
        recording_.set_field("Timestamp",
                             std::to_string(cursor_.unsigned_number(4, "the time of the board")));
        const std::size_t start = cursor_.offset();
        Size size{};
        size.columns = cursor_.byte("columns");
        size.rows = cursor_.byte("rows");
        size.mines = cursor_.unsigned_number(2, "the number of mines");
        check_size(cursor_, size, start);
        recording_.mine_bytes = mines_by_pairs(cursor_, size);
        recording_.topology = Topology::grid({size.rows, size.columns});
    }

    std::vector<Cell> read_flags() {
        std::vector<Cell> flags(cursor_.unsigned_number(2, "the number of flags"));
        for (Cell& flag : flags) {
            const std::size_t start = cursor_.offset();
            const std::string_view pair = cursor_.take(2, "a flag");
            const std::size_t column = static_cast<std::uint8_t>(pair[0]);
            const std::size_t row = static_cast<std::uint8_t>(pair[1]);
            if (row >= recording_.rows() || column >= recording_.columns()) {
                throw cursor_.error("a flag at row " + std::to_string(row) + ", column " +
                                        std::to_string(column) + " is not on the board",
                                    start);
            }
            flag = static_cast<Cell>(row * recording_.columns() + column);
        }
        return flags;
    }

    void set_properties(std::string_view properties, std::string_view result) {
        const auto property = [&](std::size_t at) { return static_cast<std::uint8_t>(properties[at]); };
        if (properties.size() < layout().fewest_properties) {
            throw cursor_.error("expected " + std::to_string(layout().fewest_properties) +
                                " properties, not " + std::to_string(properties.size()));
        }
        recording_.question_marks = property(0) == 1;
        constexpr std::size_t kUtf8 = 4;
        const bool is_utf8 = is_second_ || (properties.size() > kUtf8 && property(kUtf8) == 1);
        recording_.own_encoding = is_utf8 ? "utf-8" : kNotUtf8;
        if (is_second_) {
            recording_.set_field("BBBV", std::to_string(property(4) + 256 * property(5)));
            recording_.cell_size = property(6);
            if (recording_.cell_size == 0) {
                throw cursor_.error("a cell must be at least 1 pixel wide",
                                    cursor_.offset() - properties.size() + 6);
            }
            skip_extensions();
        }
        set_result(result);
        if (property(2) < layout().modes) recording_.set_field("Mode", kModes[property(2)]);
        recording_.set_field("Style", property(1) == 1 ? "NF" : "FL");
    }

    // Moves past the named properties that programs add.
    void skip_extensions() {
        const std::uint64_t extensions = cursor_.unsigned_number(2, "the number of extensions");
        for (std::uint64_t i = 0; i < extensions; ++i) {
            cursor_.take(cursor_.byte("the size of a name"), "the name of an extension");
            cursor_.take(cursor_.byte("the size of an extension"), "an extension");
        }
    }

    // Stores the 3BV, which only the result has and which is 0 if the game was not won, and a date if the
    // board has none. Drops the nickname, because some programs wrote the secret of a tournament there.
    void set_result(std::string_view result) {
        while (!result.empty()) {
            const std::string_view field = result.substr(0, result.find('#'));
            result.remove_prefix(std::min(field.size() + 1, result.size()));
            const std::size_t colon = field.find(':');
            if (colon == std::string_view::npos) continue;
            const std::string key = one_line(field.substr(0, colon));
            const std::string value = one_line(field.substr(colon + 1));
            if (key == "3BV") recording_.set_field("BBBV", value);
            if (key == "TIMESTAMP" && recording_.field("Timestamp").empty())
                recording_.set_field("Timestamp", value);
        }
    }

    // Reads up to the end of the game.
    void read_events() {
        EventList events(recording_, reading_,
                         [this](const std::string& text) { return cursor_.error(text); });
        std::int64_t milliseconds = 0;
        std::int64_t x = 0;
        std::int64_t y = 0;
        const auto coordinate = [&](std::string_view what) {
            return is_second_ ? cursor_.signed_number(2, what)
                              : static_cast<std::int64_t>(cursor_.unsigned_number(2, what));
        };
        const auto add = [&](MouseKind kind) {
            events.add(static_cast<double>(milliseconds) / 1000, kind, x - layout().left, y - layout().top);
        };
        while (true) {
            const std::size_t offset = cursor_.offset();
            const std::uint8_t code = cursor_.byte("an event");
            if (1 <= code && code <= 7) {
                milliseconds = static_cast<std::int64_t>(cursor_.unsigned_number(3, "the time of an event"));
                cursor_.byte("the buttons of an event");
                x = coordinate("x of an event");
                y = coordinate("y of an event");
                add(static_cast<MouseKind>(code - 1));
            } else if (is_rmv_board_event(code)) {
                cursor_.take(2, "an event of the board");
                events.skip();
            } else if (code == kTimestamp && !is_second_) {
                cursor_.take(4, "a timestamp");
                events.skip();
            } else if (code == kShortMove && is_second_) {
                milliseconds += cursor_.byte("the time of an event");
                const std::uint8_t place = cursor_.byte("the place of an event");
                x += ((place >> 4) ^ 8) - 8;  // four bits with a sign
                y += ((place & 15) ^ 8) - 8;
                add(MouseKind::move);
            } else if (is_rmv_end(code)) {
                cursor_.move_to(offset);
                return;
            } else {
                throw cursor_.error("unknown event " + std::to_string(code), offset);
            }
        }
    }

    void set_end() {
        constexpr std::array<std::string_view, 3> kEnds = {"lost", "won", "nonstandard"};
        const std::uint8_t code = cursor_.byte("the end of the game");
        recording_.set_field("Time", seconds_text(cursor_.unsigned_number(3, "the time of the end")));
        recording_.set_field("Status", kEnds[code - 15]);
    }

    Cursor cursor_;
    const ReadingLimits& reading_;
    Recording recording_;
    bool is_second_ = false;
    std::array<std::size_t, 6> sizes_{};
    std::size_t checksum_ = 0;
};

}  // namespace

bool is_rmv(std::string_view data) {
    return data.starts_with(kRmvMagic);
}

Recording read_rmv(std::string_view data, const ReadingLimits& reading) {
    return RmvReader(data, reading).read();
}

}  // namespace sapper

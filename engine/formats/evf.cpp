#include "formats/evf.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "formats/registry.hpp"
#include "formats/square_boards.hpp"
#include "formats/text_reader.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

// EVF 0.2, 0.3 and 0.4.
//
// All versions begin with: version, flags, settings (not in 0.2), rows, columns, mines u16, pixels of a cell,
// mode u16, 3BV u16.
//
// Versions up to 0.3 continue with: time u24 in milliseconds; eight texts that end in zero (program, player,
// race, an identifier of the player, start, end, country, device); the mines as a bitmap; events, each with
// code, time u24, x and y u16. They end with a 0 and a checksum of 32 bytes, or with 255.
//
// In the file, the times of events count from the first press. The clock of the game starts later, when the
// first cell is opened. So the times of a recording are lower than those in the file, and those before the
// opening are negative.
//
// Metasweeper has no question marks. Files write the switch for them in two opposite ways, so the reader
// ignores it.

struct EvfBeginning {
    Size size;
    bool is_translated;  // whether a program translated the file from another format
};

constexpr std::uint8_t kFirstVersionWithSettings = 3;

constexpr std::size_t kEvfLeft = 0;
constexpr std::size_t kEvfRight = 1;

MouseKind press_of(std::size_t button) {
    return static_cast<MouseKind>(2 * button + 1);
}

MouseKind release_of(std::size_t button) {
    return static_cast<MouseKind>(2 * button + 2);
}

// Reads the fields from the version to the 3BV.
EvfBeginning read_evf_beginning(Cursor& cursor, Recording& recording) {
    const std::uint8_t version = cursor.byte("version");
    const std::uint8_t flags = cursor.byte("flags");
    if (version >= kFirstVersionWithSettings) cursor.byte("settings");
    const std::size_t start = cursor.offset();
    Size size{};
    size.rows = cursor.byte("rows");
    size.columns = cursor.byte("columns");
    size.mines = cursor.unsigned_number(2, "the number of mines");
    check_size(cursor, size, start);
    recording.cell_size = cursor.byte("pixels of a cell");
    if (recording.cell_size == 0) {
        throw cursor.error("a cell must be at least 1 pixel wide", cursor.offset() - 1);
    }
    const std::uint64_t mode = cursor.unsigned_number(2, "mode");
    if (mode < kModes.size()) recording.set_field("Mode", kModes[mode]);
    const std::uint64_t three_bv = cursor.unsigned_number(2, "3BV");
    recording.set_field("BBBV", std::to_string(three_bv));
    if ((flags & kEvfCompleted) != 0) recording.set_field("Status", "won");
    if ((flags & kEvfOfficial) != 0) recording.set_field("Official", "Yes");
    if ((flags & kEvfFair) != 0) recording.set_field("Fair", "Yes");
    recording.set_field("Style", (flags & kEvfWithoutFlags) != 0 ? "NF" : "FL");
    return {size, (flags & kEvfTranslated) != 0};
}

// Reads the bitmap of the mines, which gives the recording its board.
void read_evf_bitmap(Cursor& cursor, Recording& recording, const Size& size) {
    const std::size_t start = cursor.offset();
    recording.mine_bytes =
        bits_of(cursor.take((size.cells() + 7) / 8, "the bitmap of the mines"), size.cells());
    recording.topology = Topology::grid({size.rows, size.columns});
    const auto mines = static_cast<std::size_t>(std::ranges::count(recording.mine_bytes, 1));
    if (mines != size.mines) {
        throw cursor.error(
            "expected " + std::to_string(size.mines) + " mines in the bitmap, not " + std::to_string(mines),
            start);
    }
}

// Translates the codes of mouse events, and knows which buttons are down.
class EvfMouse {
  public:
    // The kinds of events that a code means, valid until the next call. None if the code is not one of the
    // mouse. Code 8 is a click that sets a flag before the game. Code 9 presses the left button or, if that
    // is down, the right one. Codes 10 to 12 press a button that is up, and release one that is down.
    std::span<const MouseKind> kinds(std::uint8_t code);

  private:
    std::array<bool, 3> is_down_{};  // left, right, middle
    std::array<MouseKind, 2> kinds_{};
};

std::span<const MouseKind> EvfMouse::kinds(std::uint8_t code) {
    constexpr std::uint8_t kFlagBefore = 8;
    constexpr std::uint8_t kSecondButton = 9;
    const auto press = [this](std::size_t button, bool is_down) -> std::span<const MouseKind> {
        is_down_[button] = is_down;
        kinds_[0] = is_down ? press_of(button) : release_of(button);
        return {kinds_.data(), 1};
    };
    if (code == 1) {
        kinds_[0] = MouseKind::move;
        return {kinds_.data(), 1};
    }
    if (2 <= code && code < kFlagBefore) return press((code - 2) / 2, code % 2 == 0);
    if (code == kFlagBefore) {
        kinds_ = {MouseKind::right_down, MouseKind::right_up};
        return kinds_;
    }
    if (code == kSecondButton) return press(is_down_[kEvfLeft] ? kEvfRight : kEvfLeft, true);
    if (10 <= code && code <= 12) return press(code - 10u, !is_down_[code - 10u]);
    return {};
}

// EVF 0.4. After the 3BV a file has these parts:
//
// - time u32 in milliseconds, country (two letters), start and end u64 in microseconds since 1970;
// - texts that end in zero: the program; in translated files the program that translated them and the
//   encoding of the names; the player, the race, an identifier of the player;
// - the length u16 of a device id, and the id;
// - the mines as a bitmap;
// - the number u16 of metrics, and their names;
// - events as differences from the event before: code, milliseconds u8, x and y i16. Longer pauses are
//   separate events;
// - a 0, the length u16 of a checksum, and the checksum.

constexpr std::string_view kTextEnd{"\0", 1};

// Reads the texts, and drops those that are private to the player.
void read_evf4_texts(Cursor& cursor, Recording& recording, bool is_translated) {
    recording.set_field("Program", cursor.until(kTextEnd, "the program"));
    if (is_translated) {
        recording.set_field("Translator", cursor.until(kTextEnd, "the program that translated"));
        recording.own_encoding = one_line(cursor.until(kTextEnd, "the encoding"));
    }
    recording.set_field("Player", cursor.until(kTextEnd, "the player"), true);
    cursor.until(kTextEnd, "the race");
    cursor.until(kTextEnd, "the identifier of the player");
}

bool is_evf4_state(std::uint8_t code) {
    return 81 <= code && code <= 99;
}

// The end of a game that the mouse did not end: by a new game (81), a win (82), a loss (83), an error (99).
// Empty for codes without a meaning yet.
std::string_view end_of_evf4(std::uint8_t code) {
    if (code == 82) return "won";
    if (code == 83) return "lost";
    return code == 81 || code == 99 ? "nonstandard" : "";
}

bool is_evf4_board_event(std::uint8_t code) {
    return (100 <= code && code <= 108) || code == 110 || code == 111 || (114 <= code && code <= 116) ||
           code == 118 || code == 120 || code == 121;
}

// Moves past an event that is not a mouse event, and stores how the game ended. Returns false if the code is
// unknown.
bool skip_evf4_event(Cursor& cursor, Recording& recording, std::uint8_t code) {
    constexpr std::uint8_t kNumberMetric = 200;
    constexpr std::uint8_t kTextMetric = 201;
    if (is_evf4_board_event(code)) {
        cursor.take(4, "an event of the board");
    } else if (code == kNumberMetric) {
        cursor.take(10, "a metric");
    } else if (code == kTextMetric) {
        cursor.take(2, "a metric");
        cursor.until(kTextEnd, "a metric");
    } else if (is_evf4_state(code)) {
        const std::string_view end = end_of_evf4(code);
        if (!end.empty()) recording.set_field("Status", end);
    } else {
        return false;
    }
    return true;
}

void read_evf4_events(Cursor& cursor, Recording& recording, const ReadingLimits& reading) {
    constexpr std::uint8_t kEnd = 0;
    EventList events(recording, reading, [&](const std::string& text) { return cursor.error(text); });
    EvfMouse mouse;
    std::uint64_t milliseconds = 0;
    std::int64_t x = 0;
    std::int64_t y = 0;
    while (true) {
        const std::size_t offset = cursor.offset();
        const std::uint8_t code = cursor.byte("an event");
        if (code == kEnd) {
            cursor.take(cursor.unsigned_number(2, "the length of the checksum"), "checksum");
            return;
        }
        if (code == kEvfPause) {
            milliseconds += cursor.unsigned_number(2, "a pause");
            events.skip();
            continue;
        }
        milliseconds += cursor.byte("the time of an event");
        const std::span<const MouseKind> kinds = mouse.kinds(code);
        if (!kinds.empty()) {
            x += cursor.signed_number(2, "x of an event");
            y += cursor.signed_number(2, "y of an event");
        } else if (skip_evf4_event(cursor, recording, code)) {
            events.skip();
        } else {
            throw cursor.error("unknown event " + std::to_string(code), offset);
        }
        for (MouseKind kind : kinds)
            events.add(static_cast<double>(milliseconds) / 1000, kind, x, y);
    }
}

// Reads a file of version 4 from its first byte.
Recording read_evf4(Cursor& cursor, const ReadingLimits& reading) {
    Recording recording;
    const EvfBeginning beginning = read_evf_beginning(cursor, recording);
    recording.set_field("Time", seconds_text(cursor.unsigned_number(4, "time")));
    const std::string_view country = cursor.take(2, "the country");
    if (country != kNoEvfCountry) recording.set_field("Country", country);
    recording.set_field("Timestamp", std::to_string(cursor.unsigned_number(8, "the start")));
    cursor.take(8, "the end");
    read_evf4_texts(cursor, recording, beginning.is_translated);
    cursor.take(cursor.unsigned_number(2, "the length of the device id"), "the device id");
    read_evf_bitmap(cursor, recording, beginning.size);
    const std::uint64_t metrics = cursor.unsigned_number(2, "the number of metrics");
    for (std::uint64_t i = 0; i < metrics; ++i)
        cursor.until(kTextEnd, "the name of a metric");
    read_evf4_events(cursor, recording, reading);
    return recording;
}

// The names of the eight texts. Texts without a name here are private to the player, so the reader drops
// them.
constexpr std::array<std::string_view, 8> kEvf3Texts = {"Program",   "Player", "",        "",
                                                        "Timestamp", "",       "Country", ""};

void read_evf3_events(Cursor& cursor, Recording& recording, const ReadingLimits& reading) {
    constexpr std::uint8_t kEndWithChecksum = 0;
    constexpr std::uint8_t kEnd = 255;
    constexpr std::size_t kChecksum = 32;
    EventList events(recording, reading, [&](const std::string& text) { return cursor.error(text); });
    EvfMouse mouse;
    while (true) {
        const std::size_t offset = cursor.offset();
        const std::uint8_t code = cursor.byte("an event");
        if (code == kEnd) return;
        if (code == kEndWithChecksum) {
            cursor.take(kChecksum, "checksum");
            return;
        }
        const double time = static_cast<double>(cursor.unsigned_number(3, "the time of an event")) / 1000;
        const auto x = static_cast<std::int64_t>(cursor.unsigned_number(2, "x of an event"));
        const auto y = static_cast<std::int64_t>(cursor.unsigned_number(2, "y of an event"));
        const std::span<const MouseKind> kinds = mouse.kinds(code);
        if (kinds.empty()) throw cursor.error("unknown event " + std::to_string(code), offset);
        for (MouseKind kind : kinds)
            events.add(time, kind, x, y);
    }
}

Recording read_evf3(Cursor& cursor, const ReadingLimits& reading) {
    Recording recording;
    const EvfBeginning beginning = read_evf_beginning(cursor, recording);
    recording.set_field("Time", seconds_text(cursor.unsigned_number(3, "time")));
    for (std::string_view name : kEvf3Texts) {
        const std::string_view text = cursor.until({"\0", 1}, "a text");
        if (!name.empty()) recording.set_field(name, text, true);
    }
    read_evf_bitmap(cursor, recording, beginning.size);
    read_evf3_events(cursor, recording, reading);
    return recording;
}

}  // namespace

bool is_evf(std::string_view data) {
    const auto part = [&](std::size_t at) { return static_cast<std::uint8_t>(data[at]); };
    if (data.size() < 16 || part(0) < 2 || part(0) > 4) return false;
    const std::size_t at = part(0) == 2 ? 2 : 3;
    return 256 * part(at + 2) + part(at + 3) < part(at) * part(at + 1) && part(at + 4) > 0;
}

Recording read_evf(std::string_view data, const ReadingLimits& reading) {
    Cursor cursor(data, "evf");
    const std::uint8_t version = cursor.byte("version");
    if (version < 2 || version > 4)
        throw cursor.error("expected version 2, 3 or 4, not " + std::to_string(version), 0);
    cursor.move_to(0);
    Recording recording = version == 4 ? read_evf4(cursor, reading) : read_evf3(cursor, reading);
    begin_at_first_opening(recording);
    check_playable(recording, "evf");
    return recording;
}

namespace {

std::size_t read_checksum_size(Cursor& cursor) {
    const std::uint8_t version = cursor.byte("version");
    if (version != 0) throw cursor.error("expected version 0, not " + std::to_string(version), 0);
    return cursor.unsigned_number(2, "the length of a checksum");
}

}  // namespace

Evfs::Evfs(std::string_view data) : cursor_(data, "evfs"), checksum_(read_checksum_size(cursor_)) {}

std::optional<std::string_view> Evfs::next_file() {
    if (cursor_.left() == 0) return std::nullopt;
    name_ = cursor_.until({"\0", 1}, "the name of a file");
    const std::uint64_t size = cursor_.unsigned_number(4, "the size of a replay");
    start_ = cursor_.offset();
    const std::string_view evf = cursor_.take(size, "a replay");
    cursor_.take(checksum_, "a checksum");
    return evf;
}

std::optional<Recording> Evfs::next(const ReadingLimits& reading) {
    const std::optional<std::string_view> evf = next_file();
    if (!evf) return std::nullopt;
    try {
        return read_evf(*evf, reading);
    } catch (const FormatError& error) {
        const std::size_t at = start_ + error.place.offset.value_or(0);
        throw FormatError("evfs: at offset " + std::to_string(at) + ": in " + in_quotes(one_line(name_)) +
                              ": " + error.what(),
                          {.offset = at});
    }
}

bool is_evfs(std::string_view data) {
    try {
        const std::optional<std::string_view> first = Evfs(data).next_file();
        return first && is_evf(*first);
    } catch (const FormatError&) {
        return false;
    }
}

Recording read_evfs(std::string_view data, const ReadingLimits& reading) {
    std::size_t count = 0;
    for (Evfs evfs(data); evfs.next_file();)
        if (count++ % 1024 == 0 && reading.limits.poll) reading.limits.poll();
    if (count == 0) throw FormatError("evfs: this file holds no replay");
    if (count > 1) {
        throw FormatError("evfs: this file holds " + quantity(count, "replay") +
                          ", and only one can be read here: review its folder, or read all with "
                          "sapper.formats.read_all");
    }
    return *Evfs(data).next(reading);
}

}  // namespace sapper

// EVF 0.2, 0.3 and 0.4, the replays of Metasweeper. `evf4.cpp` reads version 0.4.
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
// Metasweeper has no question marks. Files write the switch for them in two opposite ways, so it is ignored.
#include <array>
#include <string>

#include "formats/evf_parts.hpp"
#include "formats/file_formats.hpp"

namespace sapper {

namespace {

// Texts without a name here are private to the player and are dropped.
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
    recording.say("Time", seconds_text(cursor.unsigned_number(3, "time")));
    for (std::string_view name : kEvf3Texts) {
        const std::string_view text = cursor.until({"\0", 1}, "a text");
        if (!name.empty()) recording.say(name, text, true);
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

}  // namespace sapper

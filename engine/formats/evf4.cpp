// EVF 0.4 of Metasweeper. After the 3BV a file has these parts:
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
#include <array>
#include <string>

#include "formats/evf_parts.hpp"
#include "formats/texts.hpp"

namespace sapper {

namespace {

constexpr std::string_view kTextEnd{"\0", 1};

// The other texts are private to the player.
void read_evf4_texts(Cursor& cursor, Recording& recording, bool translated) {
    recording.say("Program", cursor.until(kTextEnd, "the program"));
    if (translated) {
        recording.say("Translator", cursor.until(kTextEnd, "the program that translated"));
        recording.stated_encoding = one_line(cursor.until(kTextEnd, "the encoding"));
    }
    recording.say("Player", cursor.until(kTextEnd, "the player"), true);
    cursor.until(kTextEnd, "the race");
    cursor.until(kTextEnd, "the identifier of the player");
}

bool is_evf4_state(std::uint8_t code) {
    return 81 <= code && code <= 99;
}

// How a game ended that the mouse did not end: by a new game (81), a win (82), a loss (83), an error (99).
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

// Moves past an event that is not a mouse event, and keeps how the game ended. Returns false if the code is
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
        if (!end.empty()) recording.say("Status", end);
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

}  // namespace

Recording read_evf4(Cursor& cursor, const ReadingLimits& reading) {
    Recording recording;
    const EvfBeginning beginning = read_evf_beginning(cursor, recording);
    recording.say("Time", seconds_text(cursor.unsigned_number(4, "time")));
    const std::string_view country = cursor.take(2, "the country");
    if (country != kNoEvfCountry) recording.say("Country", country);
    recording.say("Timestamp", std::to_string(cursor.unsigned_number(8, "the start")));
    cursor.take(8, "the end");
    read_evf4_texts(cursor, recording, beginning.translated);
    cursor.take(cursor.unsigned_number(2, "the length of the device id"), "the device id");
    read_evf_bitmap(cursor, recording, beginning.size);
    const std::uint64_t metrics = cursor.unsigned_number(2, "the number of metrics");
    for (std::uint64_t i = 0; i < metrics; ++i)
        cursor.until(kTextEnd, "the name of a metric");
    read_evf4_events(cursor, recording, reading);
    return recording;
}

}  // namespace sapper

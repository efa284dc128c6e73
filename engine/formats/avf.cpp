// AVF, the replays of Minesweeper Arbiter. A file has these parts:
//
// - a version byte (52 is 0.52) and four bytes that are ignored;
// - the level: 3 to 5, or 6 for a custom board, then followed by width - 1, height - 1 and mines u16;
// - the mines, each as row and column from 1;
// - a byte that says whether there are question marks (17 yes, 127 no), and one more byte;
// - a text in brackets, `[level|start|end|B<3BV>T<time + 1>]`; old versions leave out the last `|`;
// - events of eight bytes, up to the first one whose seconds are 0. Their bytes are not in order, and their
//   seconds are one too large;
// - `cs=` and a checksum of 17 bytes;
// - lines that end in a carriage return: `RealTime`, `Skin`, the player, the program.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "formats/registry.hpp"
#include "formats/square_boards.hpp"
#include "formats/text_reader.hpp"

namespace sapper {

namespace {

constexpr std::size_t kLevelAt = 5;
constexpr std::uint8_t kFirstLevel = 3;
constexpr std::uint8_t kCustom = 6;
constexpr std::array<Size, 3> kAvfLevels = {{{8, 8, 10}, {16, 16, 40}, {16, 30, 99}}};
constexpr char kMarks = 17;
constexpr char kNoMarks = 127;
constexpr std::size_t kAvfEvent = 8;
constexpr std::size_t kAvfChecksum = 17;

std::uint8_t byte_at(std::string_view data, std::size_t at) {
    return static_cast<std::uint8_t>(data[at]);
}

std::optional<MouseKind> avf_kind(std::uint8_t code) {
    switch (code) {
        case 1:
            return MouseKind::move;
        case 3:
            return MouseKind::left_down;
        case 5:
        case 21:
            return MouseKind::left_up;
        case 9:
            return MouseKind::right_down;
        case 11:
            return MouseKind::shift_down;
        case 17:
        case 145:
            return MouseKind::right_up;
        case 33:
            return MouseKind::middle_down;
        case 65:
        case 193:
            return MouseKind::middle_up;
        default:
            return std::nullopt;
    }
}

// The place of the switch for question marks. One byte and `[0|` to `[3|` follow it.
std::size_t find_bracket(std::string_view data, std::size_t from) {
    for (std::size_t at = from; at + 5 <= data.size(); ++at) {
        const bool is_switch = data[at] == kMarks || data[at] == kNoMarks;
        const char level = data[at + 3];
        if (is_switch && data[at + 2] == '[' && '0' <= level && level <= '3' && data[at + 4] == '|')
            return at;
    }
    return std::string_view::npos;
}

void read_avf_board(Cursor& cursor, Recording& recording) {
    const std::uint8_t level = cursor.byte("level");
    const std::size_t start = cursor.offset();
    Size size{};
    if (level == kCustom) {
        size.columns = cursor.byte("width") + std::size_t{1};
        size.rows = cursor.byte("height") + std::size_t{1};
        size.mines = cursor.unsigned_number(2, "the number of mines");
    } else if (kFirstLevel <= level && level < kCustom) {
        size = kAvfLevels[level - kFirstLevel];
    } else {
        throw cursor.error("expected a level from 3 to 6, not " + std::to_string(level), kLevelAt);
    }
    check_size(cursor, size, start);
    recording.mine_bytes = mines_by_pairs(cursor, size, {.base = 1, .row_first = true});
    recording.topology = Topology::grid({size.rows, size.columns});
}

// Moves to the text in brackets.
void read_question_marks(Cursor& cursor, Recording& recording) {
    const std::size_t at = find_bracket(cursor.data(), cursor.offset());
    if (at == std::string_view::npos)
        throw cursor.error("expected the question marks switch (17 or 127), a byte and '[0|' to '[3|'");
    recording.question_marks = cursor.data()[at] == kMarks;
    cursor.move_to(at + 3);
}

// Cuts off the digits at the end of a text and returns them. Nothing if there are none or more than `most`.
std::optional<std::string_view> digits_at_end(std::string_view& text, std::size_t most) {
    std::size_t begin = text.size();
    while (begin > 0 && is_digit(text[begin - 1]))
        --begin;
    const std::string_view digits = text.substr(begin);
    if (digits.empty() || digits.size() > most) return std::nullopt;
    text = text.substr(0, begin);
    return digits;
}

bool cut_end(std::string_view& text, char last) {
    if (text.empty() || text.back() != last) return false;
    text.remove_suffix(1);
    return true;
}

struct AvfScore {
    std::string_view three_bv;
    std::string_view seconds;
    std::string_view decimals;
};

// Cuts off `B<3BV>T<time>` at the end of a text and returns its parts.
std::optional<AvfScore> score_at_end(std::string_view& text) {
    constexpr std::size_t kMostDigits = 6;
    constexpr std::size_t kMostDecimals = 3;
    AvfScore score;
    auto digits = digits_at_end(text, kMostDigits);
    if (digits && (cut_end(text, '.') || cut_end(text, ','))) {
        if (digits->size() > kMostDecimals) return std::nullopt;
        score.decimals = *digits;
        digits = digits_at_end(text, kMostDigits);
    }
    if (!digits || !cut_end(text, 'T')) return std::nullopt;
    score.seconds = *digits;
    digits = digits_at_end(text, kMostDigits);
    if (!digits || !cut_end(text, 'B')) return std::nullopt;
    score.three_bv = *digits;
    cut_end(text, '|');
    return score;
}

// Whether a field is the size of a custom board, such as `W9H9M10`.
bool is_size(std::string_view field) {
    for (char letter : {'W', 'H', 'M'}) {
        if (field.empty() || field.front() != letter) return false;
        field.remove_prefix(1);
        if (field.empty() || !is_digit(field.front())) return false;
        while (!field.empty() && is_digit(field.front()))
            field.remove_prefix(1);
    }
    return field.empty();
}

// The first field after the level that is not the size. Empty if there is none.
std::string_view timestamp_in(std::string_view fields) {
    for (std::size_t bar = fields.find('|'); bar != std::string_view::npos; bar = fields.find('|')) {
        fields.remove_prefix(bar + 1);
        const std::string_view field = fields.substr(0, fields.find('|'));
        if (!is_size(field)) return field;
    }
    return {};
}

struct AvfGame {
    std::string time;
    std::string three_bv;
    std::string_view timestamp;
};

AvfGame read_avf_score(Cursor& cursor) {
    const std::size_t start = cursor.offset();
    std::string_view text = cursor.until("]", "the text in brackets");
    const std::optional<AvfScore> score = score_at_end(text);
    if (!score) throw cursor.error("expected 'B<3BV>T<time>]' at the end of the text in brackets", start);
    const std::string decimals(score->decimals);
    return {.time = std::to_string(std::max(0, std::stoi(std::string(score->seconds)) - 1)) + "." + decimals +
                    std::string(3 - decimals.size(), '0'),
            .three_bv = std::to_string(std::stoi(std::string(score->three_bv))),
            .timestamp = timestamp_in(text)};
}

// Moves to the first event, after some unknown bytes. That event is in the first second, and on the board or
// near it.
void find_first_event(Cursor& cursor, const Recording& recording) {
    const std::size_t farthest = recording.columns() * recording.cell_size / 256 + 1;
    const std::string_view data = cursor.data();
    for (std::size_t at = cursor.offset(); at + 7 <= data.size(); ++at) {
        if (avf_kind(byte_at(data, at)) && byte_at(data, at + 1) <= farthest && data[at + 2] == 1 &&
            byte_at(data, at + 4) <= 99 && data[at + 6] == 0) {
            cursor.move_to(at);
            return;
        }
    }
    throw cursor.error("expected an event in the first second");
}

void read_avf_events(Cursor& cursor, Recording& recording, const ReadingLimits& reading) {
    find_first_event(cursor, recording);
    EventList events(recording, reading, [&](const std::string& text) { return cursor.error(text); });
    while (true) {
        const std::size_t offset = cursor.offset();
        const std::string_view event = cursor.take(kAvfEvent, "an event");
        const auto part = [&](std::size_t at) { return std::int64_t{byte_at(event, at)}; };
        const std::int64_t seconds = 256 * part(6) + part(2) - 1;
        if (seconds < 0) return;
        const std::optional<MouseKind> kind = avf_kind(byte_at(event, 0));
        if (!kind) throw cursor.error("unknown event " + std::to_string(part(0)), offset);
        events.add(static_cast<double>(100 * seconds + part(4)) / 100, *kind, 256 * part(1) + part(3),
                   256 * part(5) + part(7));
    }
}

// The next line of the trailer. Empty at its end.
std::string_view read_line(Cursor& cursor) {
    const std::string_view rest = cursor.rest();
    const std::string_view line = rest.substr(0, rest.find('\r'));
    cursor.move_to(std::min(cursor.offset() + line.size() + 1, cursor.data().size()));
    return line;
}

// The name in a line `name: value`. Empty if the name is not one of the two that follow the checksum.
std::string_view name_of(std::string_view line) {
    const std::string_view name = line.substr(0, line.find(':'));
    const std::string small = lower(name);
    const bool is_known = name.size() < line.size() && (small == "realtime" || small == "skin");
    return is_known ? name : std::string_view();
}

// Divides the text `program version` into fields. Drops a copyright after it.
void set_program_fields(Recording& recording, const std::string& text) {
    const std::string_view all = text;
    for (std::size_t space = all.find(' '); space != std::string_view::npos;
         space = all.find(' ', space + 1)) {
        std::size_t least = space + 1;
        while (least < all.size() && is_digit(all[least]))
            ++least;
        const bool has_point = least > space + 1 && least + 1 < all.size() && all[least] == '.';
        if (!has_point || !is_digit(all[least + 1])) continue;
        least += 2;
        std::size_t end = std::min(all.find(" Copyright", least), all.size());
        if (end > least && all[end - 1] == '.') --end;
        recording.set_field("Program", all.substr(0, space));
        recording.set_field("Version", all.substr(space + 1, end - space - 1));
        return;
    }
    if (!text.empty()) recording.set_field("Program", text);
}

void read_trailer(Cursor& cursor, Recording& recording) {
    cursor.until("cs=", "the trailer");
    cursor.take(kAvfChecksum, "checksum");
    std::string_view line = read_line(cursor);
    for (std::string_view name = name_of(trim_left(line)); !name.empty(); name = name_of(trim_left(line))) {
        recording.set_field(name, trim_left(line).substr(name.size() + 1), true);
        line = read_line(cursor);
    }
    recording.set_field("Player", line.substr(0, line.find('<')), true);
    // The copyright sign of the program is in Windows 1252, whatever the encoding of the player.
    set_program_fields(recording, one_line(read_line(cursor)));
}

}  // namespace

bool is_avf(std::string_view data) {
    const bool known_level =
        data.size() > kLevelAt && kFirstLevel <= data[kLevelAt] && data[kLevelAt] <= kCustom;
    return known_level && data.find("cs=") != std::string_view::npos &&
           find_bracket(data, kLevelAt) != std::string_view::npos;
}

Recording read_avf(std::string_view data, const ReadingLimits& reading) {
    Cursor cursor(data, "avf");
    Recording recording;
    const std::uint8_t version = cursor.byte("version");
    cursor.take(kLevelAt - 1, "header");
    read_avf_board(cursor, recording);
    read_question_marks(cursor, recording);
    const AvfGame game = read_avf_score(cursor);
    read_avf_events(cursor, recording, reading);
    recording.set_field("Program", "Minesweeper Arbiter");
    recording.set_field("Version", "0." + std::to_string(version));
    read_trailer(cursor, recording);
    recording.set_field("Time", game.time);
    recording.set_field("BBBV", game.three_bv);
    recording.set_field("Timestamp", game.timestamp);
    check_playable(recording, "avf");
    return recording;
}

}  // namespace sapper

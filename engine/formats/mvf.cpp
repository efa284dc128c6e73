// MVF of all versions, the replays of Minesweeper Clone. Versions from 0.97 begin with four texts (program,
// years, author, version), each after its length u8, and three unknown bytes. Some modified programs leave
// the texts empty. Then come:
//
// - month u8, day u8 (0 in some files, by mistake), year u16, hour, minute, second u8; level u8; mode u8;
// - in 0.97 the seconds u16 and hundredths u8 of the game, and 3BV, solved 3BV, left clicks, chords, right
//   clicks u16; in later versions the milliseconds u24;
// - the question marks u8; width u8, height u8, mines u16, the mines as column and row from 1;
// - the player after its length u8;
// - a key u16, the number u24 of states, and the states. A state has 40 bits in 0.97 and 48 later, in an
//   order that depends on the key: see `bit_order`;
// - a checksum of 32 bytes.
//
// Older versions have only beginner (8 x 8), intermediate and expert boards: width u8, height u8, mines u16,
// the mines as column and row from 0, the question marks u8, one more byte, and states of eight bytes:
// seconds u8, hundredths u8, buttons u8, x u16, y u16, one more byte. At the end are the seconds u16 and
// hundredths u8 of the game, from 0.76 on a player of 100 bytes, and then ten digits, or from 0.8 on a zero,
// 20 bytes and a zero.
//
// A state has the place of the mouse and the buttons that were down. The first state is the press that begins
// the game. The layouts are those of the parsers at https://github.com/thefinerminer/minesweeper-rawvf.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

#include "formats/registry.hpp"
#include "formats/square_boards.hpp"
#include "formats/text_reader.hpp"

namespace sapper {

namespace {

constexpr std::string_view kCloneProgram = "\x11Minesweeper Clone";
constexpr std::string_view kNoTexts{"\0\0\0\0", 4};
constexpr std::array<std::string_view, 5> kMvfModes = {"", "Classic", "Density", "UPK", "Cheat"};

constexpr unsigned kMvfLeft = 1;
constexpr unsigned kMvfMiddle = 2;
constexpr unsigned kMvfRight = 4;

// The mouse at a time. `buttons` is the sum of the buttons that are down.
struct MvfState {
    std::uint64_t milliseconds = 0;
    std::int64_t x = 0;
    std::int64_t y = 0;
    unsigned buttons = 0;
};

// Makes the events between each state and the next. A press leads to the first state.
class MvfStates {
  public:
    MvfStates(Recording& recording, const ReadingLimits& reading, const Cursor& cursor)
        : events_(recording, reading, [&cursor](const std::string& text) { return cursor.error(text); }) {}

    void add(const MvfState& state) {
        const unsigned buttons_before = before_ ? before_->buttons : 0;
        const bool has_moved = before_ && (before_->x != state.x || before_->y != state.y);
        if (has_moved || (!before_ && state.buttons == 0)) add(state, MouseKind::move);
        constexpr std::array<std::array<MouseKind, 2>, 3> kChanges = {
            {{MouseKind::left_down, MouseKind::left_up},
             {MouseKind::right_down, MouseKind::right_up},
             {MouseKind::middle_down, MouseKind::middle_up}}};
        constexpr std::array<unsigned, 3> kButtons = {kMvfLeft, kMvfRight, kMvfMiddle};
        for (std::size_t i = 0; i < kButtons.size(); ++i)
            if ((kButtons[i] & state.buttons & ~buttons_before) != 0) add(state, kChanges[i][0]);
        for (std::size_t i = 0; i < kButtons.size(); ++i)
            if ((kButtons[i] & buttons_before & ~state.buttons) != 0) add(state, kChanges[i][1]);
        before_ = state;
    }

  private:
    void add(const MvfState& state, MouseKind kind) {
        events_.add(static_cast<double>(state.milliseconds) / 1000, kind, state.x, state.y);
    }

    EventList events_;
    std::optional<MvfState> before_;
};

void read_mvf_board(Cursor& cursor, Recording& recording, std::size_t base) {
    const std::size_t start = cursor.offset();
    Size size{};
    size.columns = cursor.byte("width");
    size.rows = cursor.byte("height");
    size.mines = cursor.unsigned_number(2, "the number of mines");
    check_size(cursor, size, start);
    recording.mine_bytes = mines_by_pairs(cursor, size, {.base = base});
    recording.topology = Topology::grid({size.rows, size.columns});
}

// The milliseconds of a game.
std::uint64_t read_mvf_score(Cursor& cursor) {
    const std::uint64_t seconds = cursor.unsigned_number(2, "the seconds of the game");
    return 1000 * seconds + std::uint64_t{10} * cursor.byte("its hundredths");
}

// The use of the bits of a state in versions from 0.97, after those of the right, middle and left button.
struct MvfPacking {
    std::size_t bytes;    // of a state
    std::size_t pixels;   // the bits of y, and then of x
    std::int64_t margin;  // what x and y have too much
    std::size_t fine;     // the bits of the hundredths, or of all milliseconds
    std::size_t seconds;  // the bits of the seconds; 0 if there are milliseconds
};

constexpr MvfPacking kOf097 = {5, 9, 0, 7, 10};
constexpr MvfPacking kAfter097 = {6, 11, 32, 22, 0};

std::string_view read_mvf_text(Cursor& cursor) {
    return cursor.take(cursor.byte("the length of a text"), "a text");
}

std::string two_digits(std::uint64_t number) {
    const std::string digits = std::to_string(number);
    return digits.size() == 1 ? "0" + digits : digits;
}

// The date of the game. Empty if there is no year.
std::string read_timestamp(Cursor& cursor) {
    const std::uint8_t month = cursor.byte("month");
    const std::uint8_t day = cursor.byte("day");
    const std::uint64_t year = cursor.unsigned_number(2, "year");
    const std::uint8_t hour = cursor.byte("hour");
    const std::uint8_t minute = cursor.byte("minute");
    const std::uint8_t second = cursor.byte("second");
    if (year == 0) return {};
    return std::to_string(year) + "-" + two_digits(month) + "-" + (day == 0 ? "??" : two_digits(day)) + " " +
           two_digits(hour) + ":" + two_digits(minute) + ":" + two_digits(second);
}

// Reads the result, which only 0.97 has. Skips the numbers of clicks, because the events have them.
void read_mvf_result(Cursor& cursor, Recording& recording) {
    recording.set_field("Time", seconds_text(read_mvf_score(cursor)));
    const std::uint64_t three_bv = cursor.unsigned_number(2, "3BV");
    const std::uint64_t progress = cursor.unsigned_number(2, "solved 3BV");
    cursor.take(6, "the numbers of clicks");
    recording.set_field("BBBV", std::to_string(three_bv));
    recording.set_field("Status", three_bv == progress ? "won" : "lost");
}

// The bits of a state in the order of their meaning: sorted by the digits of the bits. The eight bits of a
// byte have the first eight decimals of a sine or cosine that depends on the key. Bit 0 is the lowest bit of
// the first byte.
std::vector<std::size_t> bit_order(std::uint64_t key, const MvfPacking& packing) {
    constexpr std::size_t kDigits = 8;  // of a wave
    const double one = std::sqrt(static_cast<double>(key));
    const double other = std::sqrt(static_cast<double>(key) + 1000);
    const double third = std::sqrt(one + 1000);
    const double fourth = std::sqrt(other + 1000);
    const std::array<double, 6> waves = {std::cos(third + 1000), std::sin(std::sqrt(other)),
                                         std::cos(third),        std::sin(std::sqrt(one) + 1000),
                                         std::cos(fourth),       std::sin(fourth)};
    std::string digits;
    for (std::size_t i = 0; i < packing.bytes; ++i) {
        const std::string wave = std::to_string(std::llrint(std::abs(waves[i]) * 1e8));
        const std::string zeros(wave.size() < kDigits ? kDigits - wave.size() : 0, '0');
        digits += (zeros + wave).substr(0, kDigits);
    }
    std::vector<std::size_t> order(digits.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t bit) { return digits[bit]; });
    return order;
}

void read_mvf_states(Cursor& cursor, Recording& recording, const ReadingLimits& reading,
                     const MvfPacking& packing) {
    const std::vector<std::size_t> order = bit_order(cursor.unsigned_number(2, "the key"), packing);
    const std::uint64_t count = cursor.unsigned_number(3, "the number of states");
    if (count > reading.most_events) {
        throw cursor.error("a replay may have at most " + std::to_string(reading.most_events) +
                               " events, not " + std::to_string(count),
                           cursor.offset() - 3);
    }
    const std::string_view data = cursor.take(count * packing.bytes, "the states");
    MvfStates states(recording, reading, cursor);
    for (std::size_t start = 0; start < data.size(); start += packing.bytes) {
        std::size_t at = 0;
        // The number in the next bits, the lowest first.
        const auto number = [&](std::size_t bits) {
            std::uint64_t value = 0;
            for (std::size_t i = 0; i < bits; ++i, ++at) {
                const auto byte = static_cast<std::uint8_t>(data[start + order[at] / 8]);
                value |= std::uint64_t{(byte >> order[at] % 8) & 1u} << i;
            }
            return value;
        };
        MvfState state;
        state.buttons = (number(1) != 0 ? kMvfRight : 0) + (number(1) != 0 ? kMvfMiddle : 0);
        state.buttons += number(1) != 0 ? kMvfLeft : 0;
        state.y = static_cast<std::int64_t>(number(packing.pixels)) - packing.margin;
        state.x = static_cast<std::int64_t>(number(packing.pixels)) - packing.margin;
        const std::uint64_t fine = number(packing.fine);
        state.milliseconds = packing.seconds == 0 ? fine : 10 * fine + 1000 * number(packing.seconds);
        states.add(state);
    }
}

// Whether the data begin with four empty texts and three bytes, followed by a possible time, level and mode.
bool has_no_texts(std::string_view data) {
    if (!data.starts_with(kNoTexts) || data.size() < 16) return false;
    const auto part = [&](std::size_t at) { return static_cast<std::uint8_t>(data[at]); };
    const bool is_time =
        1 <= part(7) && part(7) <= 12 && part(8) <= 31 && part(11) < 24 && part(12) < 60 && part(13) < 60;
    return is_time && 1 <= part(14) && part(14) <= 5 && part(15) <= 4;
}

Recording read_new_mvf(Cursor& cursor, const ReadingLimits& reading) {
    Recording recording;
    read_mvf_text(cursor);
    const std::string_view years = read_mvf_text(cursor);
    read_mvf_text(cursor);
    const std::string version = one_line(read_mvf_text(cursor));
    constexpr std::string_view kWord = "version ";
    cursor.take(3, "unknown bytes");
    const bool is_later = years.ends_with('6') || years.ends_with('7');
    recording.set_field("Program", "Minesweeper Clone");
    recording.set_field("Version", version.starts_with(kWord) ? version.substr(kWord.size()) : version);
    recording.set_field("Timestamp", read_timestamp(cursor));
    cursor.byte("level");
    const std::uint8_t mode = cursor.byte("mode");
    if (mode < kMvfModes.size()) recording.set_field("Mode", kMvfModes[mode]);
    if (is_later) {
        recording.set_field("Time", seconds_text(cursor.unsigned_number(3, "time")));
    } else {
        read_mvf_result(cursor, recording);
    }
    recording.question_marks = cursor.byte("the question marks") > 0;
    read_mvf_board(cursor, recording, 1);
    recording.set_field("Player", read_mvf_text(cursor), true);
    read_mvf_states(cursor, recording, reading, is_later ? kAfter097 : kOf097);
    return recording;
}

// The end of a file of a version before 0.97.
struct OldEnding {
    std::string_view version;
    std::size_t after;   // bytes after the states
    std::size_t player;  // bytes of the player
};

std::optional<OldEnding> old_ending(std::string_view data) {
    constexpr std::size_t kScore = 3;
    constexpr std::size_t kName = 100;
    constexpr std::size_t kDigits = 10;
    constexpr std::size_t kChecksum = 22;
    constexpr std::array<std::string_view, 3> kBoards = {
        std::string_view{"\x08\x08\0\x0a", 4}, {"\x10\x10\0\x28", 4}, {"\x1e\x10\0\x63", 4}};
    if (std::ranges::find(kBoards, data.substr(0, 4)) == kBoards.end()) return std::nullopt;
    if (data.size() > kChecksum && data.back() == 0 && data[data.size() - kChecksum] == 0)
        return OldEnding{"0.8 to 0.96", kScore + kName + kChecksum, kName};
    const std::string_view end = data.substr(data.size() - std::min(data.size(), kDigits));
    if (!std::all_of(end.begin(), end.end(), is_digit)) return std::nullopt;
    if (data.substr(0, data.size() - end.size()).ends_with("   "))
        return OldEnding{"0.76", kScore + kName + kDigits, kName};
    return OldEnding{"0.75 or earlier", kScore + kDigits, 0};
}

// Reads the states up to the end of the game, and adds one in which no button is down. Other bytes may
// follow, which have an impossible time.
void read_old_states(Cursor& cursor, Recording& recording, const ReadingLimits& reading, std::size_t end,
                     std::uint64_t score) {
    constexpr std::size_t kSize = 8;
    MvfStates states(recording, reading, cursor);
    MvfState state;
    while (cursor.offset() + kSize <= end) {
        MvfState next;
        next.milliseconds = std::uint64_t{1000} * cursor.byte("a state");
        next.milliseconds += std::uint64_t{10} * cursor.byte("a state");
        next.buttons = cursor.byte("a state");
        next.x = static_cast<std::int64_t>(cursor.unsigned_number(2, "x of a state"));
        next.y = static_cast<std::int64_t>(cursor.unsigned_number(2, "y of a state"));
        cursor.byte("a state");
        if (next.milliseconds < state.milliseconds || next.milliseconds > score) break;
        state = next;
        states.add(state);
    }
    state.buttons = 0;
    states.add(state);
}

Recording read_old_mvf(Cursor& cursor, const ReadingLimits& reading) {
    Recording recording;
    const std::optional<OldEnding> ending = old_ending(cursor.data());
    if (!ending) {
        throw cursor.error(
            "expected 'Minesweeper Clone', or a beginner, intermediate or expert board and a checksum at the "
            "end",
            0);
    }
    read_mvf_board(cursor, recording, 0);
    recording.question_marks = cursor.byte("the question marks") > 0;
    cursor.take(1, "an unknown byte");
    const std::size_t start = cursor.offset();
    if (cursor.left() < ending->after) {
        throw cursor.error("expected " + std::to_string(ending->after) + " bytes at the end, but only " +
                           std::to_string(cursor.left()) + " are left");
    }
    const std::size_t end = cursor.data().size() - ending->after;
    cursor.move_to(end);
    const std::uint64_t score = read_mvf_score(cursor);
    recording.set_field("Program", "Minesweeper Clone");
    recording.set_field("Version", ending->version);
    recording.set_field("Player", cursor.take(ending->player, "the player"), true);
    recording.set_field("Time", seconds_text(score));
    recording.set_field("Mode", "Classic");
    cursor.move_to(start);
    read_old_states(cursor, recording, reading, end, score);
    return recording;
}

}  // namespace

bool is_mvf(std::string_view data) {
    return data.starts_with(kCloneProgram) || has_no_texts(data) || old_ending(data);
}

Recording read_mvf(std::string_view data, const ReadingLimits& reading) {
    Cursor cursor(data, "mvf");
    const bool is_new = data.starts_with(kCloneProgram) || data.starts_with(kNoTexts);
    Recording recording = is_new ? read_new_mvf(cursor, reading) : read_old_mvf(cursor, reading);
    check_playable(recording, "mvf");
    return recording;
}

}  // namespace sapper

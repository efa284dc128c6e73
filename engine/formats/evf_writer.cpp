// Writes EVF 0.4, so that Metasweeper and other programs can show games of Sapper. `evf.cpp` has the layout.
// The writer copies the fields of the replay, true or not: so the official time stays, though the clock of
// EVF starts at the first opening. For missing fields it plays the game.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "board/game.hpp"
#include "formats/evf.hpp"
#include "formats/rawvf.hpp"
#include "formats/recording.hpp"
#include "formats/registry.hpp"
#include "formats/square_boards.hpp"
#include "formats/text_reader.hpp"
#include "minefields/three_bv.hpp"

namespace sapper {

namespace {

constexpr double kMillisecond = 1000.0;        // of a second
constexpr double kEvfLatest = 4294967296.0;    // milliseconds
constexpr std::int64_t kFarthestStep = 32767;  // the largest difference in pixels
constexpr std::uint32_t kFewestPixels = 5;     // of a cell

[[noreturn]] void refuse(const std::string& text) {
    throw FormatError("evf cannot hold " + text);
}

// Drops the events about question marks. Turns the left button with Shift into the middle button, which does
// the same.
std::vector<MouseEvent> without_shift(const std::vector<MouseEvent>& events) {
    std::vector<MouseEvent> usual;
    usual.reserve(events.size());
    bool is_shift = false;
    for (MouseEvent event : events) {
        if (event.kind == MouseKind::question_marks) continue;
        if (event.kind == MouseKind::shift_down) {
            is_shift = true;
            event.kind = MouseKind::middle_down;
        } else if (event.kind == MouseKind::left_up && is_shift) {
            is_shift = false;
            event.kind = MouseKind::middle_up;
        } else {
            is_shift = is_shift && event.kind != MouseKind::left_down;
        }
        usual.push_back(event);
    }
    return usual;
}

bool mean_the_same(const std::vector<MouseEvent>& events, const std::vector<MouseEvent>& others) {
    const std::vector<MouseAction> actions = actions_of(events);
    return std::ranges::equal(
        actions, actions_of(others), [&](const MouseAction& one, const MouseAction& other) {
            const MouseEvent& event = events[one.event];
            const MouseEvent& its = others[other.event];
            return one.kind == other.kind && event.cell == its.cell && event.time == its.time;
        });
}

// Plays the game of a recording. Returns it with the time of the action that ended it, or of the last event.
std::pair<Game, double> replay_game(const Recording& recording) {
    Game game(recording.topology, Minefield(recording.mine_bytes), recording.rules());
    double seconds = 0;
    for (const MouseEvent& event : recording.events)
        seconds = std::max(seconds, event.time);
    for (const auto& [event, kind, press_cell] : actions_of(recording.events)) {
        const auto& [time, its_kind, cell, x, y] = recording.events[event];
        game.act({kind, cell});
        if (game.status() == Status::playing) continue;
        seconds = std::max(time, 0.0);
        break;
    }
    return {std::move(game), seconds};
}

// Changes the recording to the rules of EVF. Throws FormatError if that would change the game.
void take_usual_rules(Recording& recording) {
    if (recording.win != Win::cleared) {
        refuse("a game with the rule '" + std::string(name_in(kWins, recording.win)) +
               "' in place of 'cleared'");
    }
    if (recording.on_mine != OnMine::stop) {
        refuse("a game with the rule '" + std::string(name_in(kOnMines, recording.on_mine)) +
               "' in place of 'stop'");
    }
    if (recording.guessing != Guessing::free) {
        refuse("a game with the rule '" + std::string(name_in(kGuessings, recording.guessing)) +
               "' in place of 'free'");
    }
    std::vector<MouseEvent> events = without_shift(recording.events);
    if (!mean_the_same(recording.events, events)) refuse("a click with Shift while other buttons are held");
    recording.events = std::move(events);
    if (!recording.question_marks) return;
    const Game ours = replay_game(recording).first;
    recording.question_marks = false;
    const Game theirs = replay_game(recording).first;
    if (ours.history() != theirs.history() || ours.marks() != theirs.marks())
        refuse("question marks, and this game has some");
}

// Gives all events pixels that EVF can hold, on the same cells. All events off the board get the same pixel.
void place_pixels(Recording& recording) {
    const auto columns = static_cast<std::int64_t>(recording.columns());
    const auto rows = static_cast<std::int64_t>(recording.rows());
    const std::uint32_t old = recording.cell_size;
    const bool fits =
        kFewestPixels <= old && old <= kMostEvfSide && old * std::max(rows, columns) <= kFarthestStep;
    recording.cell_size = fits ? old : kCellSize;
    const std::int64_t size = recording.cell_size;
    for (MouseEvent& event : recording.events) {
        if (event.cell == kNoCell) {
            event.x = columns * size;
            event.y = rows * size;
            continue;
        }
        const std::int64_t row = event.cell / columns;
        const std::int64_t column = event.cell % columns;
        const auto lies_in = [size](std::int64_t pixel, std::int64_t number) {
            return number * size <= pixel && pixel < (number + 1) * size;
        };
        if (event.x != kNoPixel) {
            event.x = scale_pixels(event.x, recording.cell_size, old);
            event.y = scale_pixels(event.y, recording.cell_size, old);
            if (lies_in(event.x, column) && lies_in(event.y, row)) continue;
        }
        event.x = column * size + size / 2;
        event.y = row * size + size / 2;
    }
}

// The number in a text such as `9` or `12.34`, in thousandths if it has decimals. Nothing if the text is
// anything else, or needs more decimals.
std::optional<std::uint64_t> number_in(std::string_view text, std::size_t decimals) {
    constexpr std::size_t kMostDigits = 12;
    const std::size_t point = std::min(text.find('.'), text.size());
    std::string_view fraction = text.substr(std::min(point + 1, text.size()));
    while (fraction.ends_with('0'))
        fraction.remove_suffix(1);
    if (point == 0 || fraction.size() > decimals) return std::nullopt;
    std::string digits = std::string(text.substr(0, point)).append(fraction);
    digits.append(decimals - fraction.size(), '0');
    if (digits.size() > kMostDigits || !std::ranges::all_of(digits, is_digit)) return std::nullopt;
    return std::stoull(digits);
}

class EvfWriter {
  public:
    explicit EvfWriter(const Recording& recording) : recording_(recording) {}

    std::string write(const FileOrigin& origin) {
        const auto [game, end] = replay_game(recording_);
        const std::optional<std::size_t> opening = first_opening(recording_.events);
        const double start = opening ? recording_.events[*opening].time : 0.0;
        const double milliseconds = std::max(0.0, std::nearbyint(kMillisecond * (end - start)));
        if (milliseconds >= kEvfLatest) refuse("a game of 4294967.296 seconds or more");
        constexpr std::size_t kDecimals = 3;
        const std::optional<std::uint64_t> value = number_in(recording_.field("Time"), kDecimals);
        const bool fits = value && static_cast<double>(*value) < kEvfLatest;
        write_beginning(game, fits ? *value : static_cast<std::uint64_t>(milliseconds), origin);
        number(2, 0);  // no device
        bytes_ += bitmap_of(recording_.mine_bytes);
        number(2, 0);  // no metrics
        write_events();
        number(3, 0);  // the end, and no checksum
        return std::move(bytes_);
    }

  private:
    void number(std::size_t size, std::uint64_t value) {
        for (std::size_t byte = size; byte-- > 0;)
            bytes_ += static_cast<char>(value >> (8 * byte) & 0xff);
    }

    void write_beginning(const Game& game, std::uint64_t milliseconds, const FileOrigin& origin) {
        std::string program(recording_.field("Program"));
        const std::string_view version = recording_.field("Version");
        if (!program.empty() && !version.empty()) program.append(" ").append(version);
        number(1, 4);
        number(1, flags(game) | (program.empty() ? 0 : kEvfTranslated));
        number(1, 0);  // no settings
        number(1, recording_.rows());
        number(1, recording_.columns());
        number(2, game.mines());
        number(1, recording_.cell_size);
        number(2, mode());
        number(2, three_bv());
        number(4, milliseconds);
        write_country();
        constexpr std::uint64_t kMicroseconds = 1000;  // of a millisecond
        const std::optional<Instant> date = time_of(recording_.field("Timestamp"));
        const auto began =
            static_cast<std::uint64_t>(date ? std::max(date->microseconds, std::int64_t{0}) : 0);
        number(8, began);
        number(8, began == 0 ? 0 : began + kMicroseconds * milliseconds);
        if (program.empty()) {
            text(origin.program);
        } else {
            text(program);
            text(origin.program);
            text("utf-8");
        }
        text(recording_.field("Player"));
        text("");  // no race
        text("");  // no identifier of the player
    }

    // The fields of the replay count more than its game.
    unsigned flags(const Game& game) const {
        const std::string status = lower(recording_.field("Status"));
        const std::string style = lower(recording_.field("Style"));
        const bool is_won =
            status.empty() ? game.status() == Status::won : status == "won" || status == "win";
        const bool has_flags = std::ranges::any_of(
            game.history(), [](const Action& action) { return action.kind == Action::Kind::flag; });
        const bool is_without = style == "nf" || (style != "fl" && !has_flags);
        const auto says = [this](std::string_view name) { return lower(recording_.field(name)) == "yes"; };
        return (is_won ? kEvfCompleted : 0) | (says("Official") ? kEvfOfficial : 0) |
               (says("Fair") ? kEvfFair : 0) | (is_without ? kEvfWithoutFlags : 0);
    }

    std::uint64_t three_bv() const {
        constexpr std::uint64_t kMost = 65535;
        const std::optional<std::uint64_t> value = number_in(recording_.field("BBBV"), 0);
        if (value && 0 < *value && *value <= kMost) return *value;
        return BoardCounter().count(*recording_.topology, recording_.mine_bytes).three_bv;
    }

    std::uint64_t mode() const {
        constexpr std::uint64_t kOtherMode = 65535;
        const std::string name = lower(recording_.field("Mode"));
        if (name.empty()) return 0;
        const auto mode =
            std::ranges::find_if(kModes, [&](std::string_view each) { return lower(each) == name; });
        return mode == kModes.end() ? kOtherMode : static_cast<std::uint64_t>(mode - kModes.begin());
    }

    void write_country() {
        const std::string_view name = recording_.field("Country");
        if (name.size() != 2 || !is_letter(name[0]) || !is_letter(name[1])) {
            bytes_ += kNoEvfCountry;
            return;
        }
        constexpr char kCapital = ~0x20;  // the bit in which small letters of ASCII differ
        for (char letter : name)
            bytes_ += static_cast<char>(letter & kCapital);
    }

    void text(std::string_view text) {
        const std::size_t start = bytes_.size();
        bytes_ += text;
        std::replace(bytes_.begin() + static_cast<std::ptrdiff_t>(start), bytes_.end(), '\0', ' ');
        bytes_ += '\0';
    }

    // Writes each event as its differences from the event before.
    void write_events() {
        constexpr std::uint64_t kLongestWait = 255;     // milliseconds
        constexpr std::uint64_t kLongestPause = 65535;  // milliseconds
        double first = 0;
        double last_time = 0;
        std::int64_t x = 0;
        std::int64_t y = 0;
        for (std::size_t i = 0; i < recording_.events.size(); ++i) {
            const MouseEvent& event = recording_.events[i];
            const double now = std::nearbyint(kMillisecond * event.time);
            if (i == 0) first = last_time = now;
            if (!(last_time <= now && now - first < kEvfLatest)) {
                refuse("event " + std::to_string(i + 1) +
                       ": its time must be at least that of the event before, and less than 4294967.296 "
                       "seconds after that of the first");
            }
            auto pause = static_cast<std::uint64_t>(now - last_time);
            while (pause > kLongestWait) {
                const std::uint64_t part = std::min(pause, kLongestPause);
                number(1, kEvfPause);
                number(2, part);
                pause -= part;
            }
            number(1, static_cast<std::uint64_t>(event.kind) + 1);
            number(1, pause);
            number(2, static_cast<std::uint64_t>(event.x - x));
            number(2, static_cast<std::uint64_t>(event.y - y));
            last_time = now;
            x = event.x;
            y = event.y;
        }
    }

    const Recording& recording_;
    std::string bytes_;
};

}  // namespace

std::string write_evf(const Recording& recording, const FileOrigin& origin) {
    check_square(*recording.topology, "evf");
    if (std::max(recording.rows(), recording.columns()) > kMostEvfSide) {
        throw FormatError("evf holds at most " + std::to_string(kMostEvfSide) + " rows and columns, not " +
                          std::to_string(recording.rows()) + " and " + std::to_string(recording.columns()));
    }
    Recording usual = recording;
    take_usual_rules(usual);
    place_pixels(usual);
    return EvfWriter(usual).write(origin);
}

}  // namespace sapper

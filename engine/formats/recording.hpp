// A recorded game, as its file has it, and what the readers of replays share. The file may be wrong. But the
// board has a safe cell, and the cell of every event is on the board or kNoCell.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "board/game.hpp"
#include "board/topology.hpp"
#include "formats/text_reader.hpp"
#include "replays/mouse.hpp"
#include "util/limits.hpp"

namespace sapper {

// The width and height of a cell in pixels, unless the file has another size.
inline constexpr std::uint32_t kCellSize = 16;

// The most events of a file, skipped ones included. They take some hundred megabytes. An hour of play has
// about a fifth of them.
inline constexpr std::size_t kMostEvents = 500'000;

// The limits of a reader.
struct ReadingLimits {
    std::size_t most_events = kMostEvents;
    Limits limits;
};

// The x of an event without a pixel.
inline constexpr std::int64_t kNoPixel = std::numeric_limits<std::int64_t>::min();

// The farthest that x and y of an event may be from 0, so that scale_pixels() does not overflow.
inline constexpr std::int64_t kFarthestPixel = std::int64_t{1} << 53;

// A field of a file, such as the name of the player. The names are those of RawVF.
struct ReplayField {
    std::string name;
    std::string value;  // one line, undecoded
    // Whether the field has the common encoding of all shared fields. The caller guesses that encoding from
    // `Recording::shared_bytes`, and any other from the field alone.
    bool shared = false;
    bool operator==(const ReplayField&) const = default;
};

struct Recording {
    std::shared_ptr<const Topology> topology;  // from a file, of two dimensions
    std::vector<std::uint8_t> mine_bytes;      // a byte for each cell, 0 or 1
    std::vector<MouseEvent> events;
    Win win = Win::cleared;
    OnMine on_mine = OnMine::stop;
    bool question_marks = false;
    Guessing guessing = Guessing::free;  // mines that moved are where they ended
    std::uint32_t cell_size = kCellSize;
    std::vector<ReplayField> about;
    std::string own_encoding;  // of the shared fields, or kNotUtf8; empty if the file states none

    std::string_view field(std::string_view name) const;  // empty if there is no such field
    Rules rules() const { return {FirstClick::any, win, on_mine, question_marks, guessing}; }
    std::size_t rows() const { return topology->shape()[0]; }
    std::size_t columns() const { return topology->shape()[1]; }

    // Adds a field, or replaces the one of this name. Removes it if is_empty_field().
    void set_field(std::string_view name, std::string_view value, bool shared = false);
    // The bytes of all shared fields, to guess their encoding.
    std::string shared_bytes() const;

    bool operator==(const Recording& other) const;
};

// Whether the value of a field says nothing: it is empty, or a date or 3BV of 0, which programs write if they
// do not know it.
bool is_empty_field(std::string_view name, std::string_view value);

// The seconds with three decimals.
std::string seconds_text(std::uint64_t milliseconds);

// Seconds with three decimals, for any time of less than 10^15 seconds. Rounds to the nearest, and halves to
// even.
std::string decimal_seconds(double seconds);

// The modes of EVF and RMV, by number.
inline constexpr std::array<std::string_view, 17> kModes = {
    "Classic",
    "UPK",
    "Cheat",
    "Density",
    "Win7",
    "Competitive solvable",
    "Strong solvable",
    "Weak solvable",
    "To be solvable",
    "Strong guessable",
    "Weak guessable",
    "Chording recursive",
    "Flag recursive",
    "Chording flag recursive",
    "Solvable chording recursive",
    "Solvable flag recursive",
    "Solvable chording flag recursive",
};

// Whether a mode, or an empty text, is the usual game: a random board that the player did not know, with the
// usual rules. Risks mean little in other games, such as those on known boards (UPK).
bool is_usual_mode(std::string_view mode);

// Scales pixels from one size of cells to another, rounded down.
std::int64_t scale_pixels(std::int64_t pixels, std::uint32_t to, std::uint32_t from);

// Throws FormatError unless the board has a safe cell.
void check_playable(const Recording& recording, std::string_view format);

// Adds events to a recording that already has its board and cell size.
class EventList {
  public:
    using Error = std::function<FormatError(const std::string&)>;

    // `error` makes the error about too many events from its text. The recording and the limits must outlive
    // the list.
    EventList(Recording& recording, const ReadingLimits& reading, Error error);

    // Adds the event at a pixel, with its cell.
    void add(double time, MouseKind kind, std::int64_t x, std::int64_t y);
    // Adds the event on a cell, or off the board with kNoCell.
    void add(double time, MouseKind kind, std::int64_t x, std::int64_t y, Cell cell);
    // Counts an event that is not a mouse event: to read it takes time, too.
    void skip();

    Cell cell_at(std::int64_t x, std::int64_t y) const;

  private:
    Recording& recording_;
    const ReadingLimits& reading_;
    Error error_;
    std::int64_t rows_;
    std::int64_t columns_;
    std::int64_t cell_size_;
    std::size_t count_ = 0;
};

// Adds clicks at the beginning that set these flags. Some formats list the flags from before the game, but
// not their clicks.
void put_flags_before(Recording& recording, std::span<const Cell> flags);

// Adds the missing first press of the left button if the events begin with its release.
void put_first_press(Recording& recording);

// Shifts all times so that the first cell is opened at 0, and rounds them to milliseconds. Does nothing if no
// cell is opened.
void begin_at_first_opening(Recording& recording);

// An instant in the years 1 to 9999.
struct Instant {
    std::int64_t microseconds;        // since 1970
    std::int32_t offset_seconds = 0;  // how far the clock was ahead of UTC
};

// The instant that the date of a recorded game names. Nothing if the text has none of three forms: seconds or
// microseconds since 1970 (but not 0, which programs write for a missing date), ISO 8601
// (2024-05-01T16:24:50.5+02:00; the time, its seconds and the time zone may be missing), and the dates of
// Minesweeper Arbiter (18.10.2011.16:24:50). A text without a time zone counts as UTC, because the files of
// most programs have none.
std::optional<Instant> time_of(std::string_view timestamp);

}  // namespace sapper

// RawVF, a text to which every replay can be converted. Revisions from 3 are read.
//
// It has `Key: value` lines, then `Board:` and the rows of the minefield (`*` a mine, `0` no mine), then
// `Events:` and a line for every event, such as `1.230 lc 4 7 (56 104)`: seconds, kind, column and row from
// 1, and the pixel. Column and row may be missing. A cell is 16 pixels wide and high, or `SquareSize`. Lines
// about changes of the board (`flag 4 7`) and of the game (`1.230 won`) are skipped, because they follow from
// the mouse events. Revision 3 has no line `Events:`. With `SuperClick: On`, the left button on an open cell
// chords.
//
// Keys that begin with `Sapper` hold what RawVF cannot represent: some rules, and boards with rows and
// columns that are not square grids.
#include "formats/rawvf.hpp"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "formats/registry.hpp"
#include "replays/mouse.hpp"
#include "util/texts.hpp"

namespace sapper {

namespace {

struct RawvfEvent {
    double time;
    MouseKind kind;
    std::optional<std::pair<std::int64_t, std::int64_t>> place;  // column and row
    std::int64_t x;
    std::int64_t y;
};

constexpr std::array<std::string_view, 13> kChanges = {
    "start", "won",     "lost",      "blast",        "boom", "nonstandard", "closed",
    "flag",  "pressed", "pressedqm", "questionmark", "sx",   "sy"};

// A decimal number as it is written: its digits, and how many of them come after the point.
struct Decimal {
    bool negative;
    std::uint64_t digits;
    std::size_t decimals;
};

// Reads the parts of a line from left to right. Each function moves past the part that it reads, or returns
// nothing.
class EventParts {
  public:
    explicit EventParts(std::string_view line) : rest_(line) {}

    std::string_view rest() const { return rest_; }

    bool skip(char sign) {
        if (rest_.empty() || rest_.front() != sign) return false;
        rest_.remove_prefix(1);
        return true;
    }
    bool skip_spaces() {
        bool any = false;
        while (skip(' '))
            any = true;
        return any;
    }
    std::string_view letters(std::size_t count) {
        const std::string_view found = rest_.substr(0, count);
        const auto is_small = [](char byte) { return 'a' <= byte && byte <= 'z'; };
        if (found.size() < count || !std::all_of(found.begin(), found.end(), is_small)) return {};
        rest_.remove_prefix(count);
        return found;
    }
    // At most nine digits.
    std::optional<std::uint64_t> digits(std::uint64_t before = 0) {
        constexpr std::size_t kMost = 9;
        std::size_t count = 0;
        for (; count < rest_.size() && is_digit(rest_[count]); ++count) {
            if (count == kMost) return std::nullopt;
            before = 10 * before + static_cast<std::uint64_t>(rest_[count] - '0');
        }
        if (count == 0) return std::nullopt;
        rest_.remove_prefix(count);
        return before;
    }
    std::optional<std::int64_t> integer() {
        const bool negative = skip('-');
        const std::optional<std::uint64_t> size = digits();
        if (!size) return std::nullopt;
        return negative ? -static_cast<std::int64_t>(*size) : static_cast<std::int64_t>(*size);
    }
    std::optional<Decimal> decimal() {
        const bool negative = skip('-');
        std::optional<std::uint64_t> all = digits();
        if (!all || !skip('.')) return all ? std::optional(Decimal{negative, *all, 0}) : std::nullopt;
        const std::size_t before = rest_.size();
        all = digits(*all);
        return all ? std::optional(Decimal{negative, *all, before - rest_.size()}) : std::nullopt;
    }

  private:
    std::string_view rest_;
};

// The nearest floating-point number. The C++ library for WebAssembly has no quick way to find it.
double value_of(const Decimal& decimal) {
    std::uint64_t divisor = 1;
    for (std::size_t i = 0; i < decimal.decimals; ++i)
        divisor *= 10;
    constexpr std::uint64_t kExact = std::uint64_t{1} << 53;
    double value;
    if (decimal.digits < kExact) {
        value = static_cast<double>(decimal.digits) / static_cast<double>(divisor);
    } else {
        // More than 53 bits would be rounded twice. With at most nine decimals, at least 23 bits are before
        // the point. With 33 bits after it there are enough to round once. The last bit says whether anything
        // follows.
        constexpr unsigned kBits = 33;
        const std::uint64_t rest = (decimal.digits % divisor) << kBits;
        const std::uint64_t bits = decimal.digits / divisor << kBits | rest / divisor;
        value = static_cast<double>(bits | (rest % divisor != 0 ? 1 : 0)) /
                static_cast<double>(std::uint64_t{1} << kBits);
    }
    return decimal.negative ? -value : value;
}

struct EventShape {
    Decimal time;
    std::string_view kind;
    std::optional<std::pair<std::int64_t, std::int64_t>> place;
    std::int64_t x;
    std::int64_t y;
};

// A mouse event of any kind, known or not.
std::optional<EventShape> shape_of(std::string_view line) {
    EventParts parts(line);
    EventShape shape{};
    const std::optional<Decimal> time = parts.decimal();
    if (!time || !parts.skip_spaces()) return std::nullopt;
    shape.time = *time;
    shape.kind = parts.letters(2);
    if (shape.kind.empty() || !parts.skip_spaces()) return std::nullopt;
    if (!parts.skip('(')) {
        const std::optional<std::int64_t> column = parts.integer();
        if (!column || !parts.skip_spaces()) return std::nullopt;
        const std::optional<std::int64_t> row = parts.integer();
        if (!row) return std::nullopt;
        parts.skip_spaces();
        if (!parts.skip('(')) return std::nullopt;
        shape.place = {*column, *row};
    }
    parts.skip_spaces();
    const std::optional<std::int64_t> x = parts.integer();
    if (!x || !parts.skip_spaces()) return std::nullopt;
    const std::optional<std::int64_t> y = parts.integer();
    if (!y) return std::nullopt;
    parts.skip_spaces();
    if (!parts.skip(')')) return std::nullopt;
    shape.x = *x;
    shape.y = *y;
    return shape;
}

// The mouse event in a line, such as `1.230 lc 4 7 (56 104)`. None if the line has no known one.
std::optional<RawvfEvent> rawvf_mouse_event(std::string_view line) {
    const std::optional<EventShape> shape = shape_of(line);
    if (!shape) return std::nullopt;
    const auto kind = std::ranges::find(kMouseKinds, shape->kind);
    if (kind == kMouseKinds.end()) return std::nullopt;
    return RawvfEvent{value_of(shape->time), static_cast<MouseKind>(kind - kMouseKinds.begin()), shape->place,
                      shape->x, shape->y};
}

// Whether a line is about a change of the board or the game, such as `flag 4 7` or `1.230 won`.
bool is_rawvf_change(std::string_view line) {
    constexpr std::string_view kNumber = "number";
    EventParts parts(line);
    if (parts.decimal() && !parts.skip_spaces()) return false;
    const std::string_view rest = parts.rest();
    const std::string_view word = rest.substr(0, rest.find(' '));
    if (word.size() == kNumber.size() + 1 && word.starts_with(kNumber))
        return '0' <= word.back() && word.back() <= '8';
    return std::ranges::find(kChanges, word) != kChanges.end();
}

// Whether a line looks like an event, even if it is a mouse event of an unknown kind.
bool looks_like_rawvf_event(std::string_view line) {
    return is_rawvf_change(line) || shape_of(line);
}

struct Option {
    std::string_view key;
    std::string_view value;
    std::size_t line;
};

FormatError error_in(std::size_t line, const std::string& text) {
    return {"rawvf: line " + std::to_string(line) + ": " + text, {.line = line}};
}

// The value of a name. Ignores case.
template <typename Value, std::size_t size>
Value named(const char* what, std::string_view name, const Names<Value, size>& known,
            std::optional<std::size_t> line = {}) {
    const std::string small = lower(name);
    std::string names;
    for (const auto& [its_name, value] : known) {
        if (its_name == small) return value;
        if (!names.empty()) names += ", ";
        names.append("'").append(its_name).append("'");
    }
    const std::string text =
        std::string("unknown ") + what + " " + quoted(small) + ": there is " + names + ".";
    if (line) throw error_in(*line, text);
    throw FormatError("rawvf: " + text);
}

class RawvfReader {
  public:
    RawvfReader(std::string_view text, const ReadingLimits& reading)
        : reading_(reading), lines_(text, reading.most_events + 100'000, reading.limits) {}

    Recording read() {
        read_options();
        read_board();
        recording_.cell_size = cell_size();
        read_events();
        recording_.win = named("win", value_of(kWinKey, "cleared"), kWins);
        recording_.on_mine = named("on_mine", value_of(kOnMineKey, "stop"), kOnMines);
        recording_.question_marks = is_on(kMarksKey);
        for (const auto& [key, value, line] : options_)
            if (own_rawvf_key(key).empty() && (value.empty() || !says_nothing(key, value)))
                recording_.about.push_back({std::string(key), std::string(value), true});
        check_playable(recording_, "rawvf");
        if (is_on("SuperClick")) chord_by_super_clicks();
        return std::move(recording_);
    }

  private:
    // Reads the keys before the board.
    void read_options() {
        constexpr std::size_t kMostKeys = 1000;
        while (const std::optional<Line> line = lines_.next()) {
            const auto& [text, number, indent] = *line;
            if (text == kBoardLine) return;
            const std::size_t colon = text.find(':');
            if (colon != std::string_view::npos && colon > 0) {
                if (options_.size() == kMostKeys) {
                    throw error_in(number, "expected at most " + std::to_string(kMostKeys) + " keys");
                }
                const std::string_view key = stripped(text.substr(0, colon));
                const std::string_view own = own_rawvf_key(key);
                set({own.empty() ? key : own, stripped(text.substr(colon + 1)), number});
            } else if (!text.empty()) {
                throw error_in(number, "expected 'Key: value' or 'Board:'");
            }
        }
        throw error_in(lines_.number(), "expected 'Board:', but the text ends");
    }

    void set(const Option& option) {
        const auto [place, is_new] = places_.try_emplace(option.key, options_.size());
        if (is_new) options_.push_back(option);
        options_[place->second] = option;
    }

    const Option* find(std::string_view key) const {
        const auto place = places_.find(key);
        return place == places_.end() ? nullptr : &options_[place->second];
    }

    std::string_view value_of(std::string_view key, std::string_view usual) const {
        const Option* option = find(key);
        return option == nullptr ? usual : option->value;
    }

    bool is_on(std::string_view key) const { return lower(value_of(key, "off")) == "on"; }

    static std::size_t number_in(const Option& option) {
        constexpr std::size_t kMostDigits = 9;
        constexpr std::size_t kShown = 20;
        const std::string_view value = option.value;
        const bool are_digits = std::all_of(value.begin(), value.end(), is_digit);
        if (value.empty() || value.size() > kMostDigits || !are_digits) {
            throw error_in(option.line, std::string(option.key) +
                                            " must be a number of at most nine digits, not " +
                                            quoted(value, kShown));
        }
        return std::stoul(std::string(value));
    }

    // Reads up to the first event.
    void read_board() {
        constexpr std::size_t kMostRows = 10'000;
        std::vector<Line> rows;
        while (true) {
            const std::optional<Line> line = lines_.next();
            if (!line) throw error_in(lines_.number(), "expected 'Events:', but the text ends");
            if (line->text == kEventsLine) break;
            if (looks_like_rawvf_event(line->text)) {
                first_event_ = line;
                break;
            }
            if (rows.size() == kMostRows) {
                throw error_in(line->number, "expected at most " + std::to_string(kMostRows) + " rows");
            }
            if (!line->text.empty()) rows.push_back(*line);
        }
        if (rows.empty()) {
            throw error_in(lines_.number(), "expected the rows of the board before 'Events:'");
        }
        read_mines(rows);
        make_board(rows.size(), rows[0].text.size());
        check_size(kHeightKey, recording_.rows());
        check_size(kWidthKey, recording_.columns());
        check_size(kMinesKey, static_cast<std::size_t>(std::ranges::count(recording_.mined, 1)));
    }

    void read_mines(const std::vector<Line>& rows) {
        for (const Line& row : rows) {
            const std::size_t at = row.text.find_first_not_of("*0");
            if (at != std::string_view::npos) refuse(row, at);
        }
        for (const Line& row : rows) {
            if (row.text.size() != rows[0].text.size()) {
                const std::string cells = quantity(row.text.size(), "cell");
                throw FormatError("line " + std::to_string(row.number) + " has " + cells + ", but line " +
                                      std::to_string(rows[0].number) + " has " +
                                      std::to_string(rows[0].text.size()),
                                  {.line = row.number});
            }
            for (char sign : row.text)
                recording_.mined.push_back(sign == '*');
        }
    }

    [[noreturn]] static void refuse(const Line& row, std::size_t at) {
        const std::size_t column = column_of(row, at);
        throw FormatError("line " + std::to_string(row.number) + ", column " + std::to_string(column) +
                              ": unknown " + quoted(first_character(row.text.substr(at))) +
                              "; the text may have '*' mine, '0' none",
                          {.line = row.number, .column = column});
    }

    void make_board(std::size_t rows, std::size_t columns) {
        const Option* option = find(kTopologyKey);
        const std::size_t line = option == nullptr ? lines_.number() : option->line;
        const Topology::Kind kind = named("topology", value_of(kTopologyKey, "square"), kTopologies, line);
        try {
            recording_.topology = Topology::of(kind, {rows, columns});
        } catch (const std::invalid_argument& error) {
            throw error_in(line, error.what());
        }
    }

    void check_size(std::string_view key, std::size_t found) const {
        const Option* option = find(key);
        if (option == nullptr || number_in(*option) == found) return;
        throw error_in(option->line, std::string(key) + " is given as " + std::string(option->value) +
                                         ", but the board has " + std::to_string(found));
    }

    std::uint32_t cell_size() const {
        constexpr std::size_t kMostPixels = 255;
        const Option* option = find(kSquareSizeKey);
        if (option == nullptr) return kCellSize;
        const std::size_t size = number_in(*option);
        if (size < 1 || size > kMostPixels) {
            throw error_in(option->line, "SquareSize must be 1 to " + std::to_string(kMostPixels) + ", not " +
                                             std::to_string(size));
        }
        return static_cast<std::uint32_t>(size);
    }

    void read_events() {
        constexpr std::size_t kShown = 40;
        EventList events(recording_, reading_,
                         [](const std::string& text) { return FormatError("rawvf: " + text); });
        // LlamaSweeper counts columns and rows from 0, so they are used only if the size of a cell is
        // missing.
        const bool by_pixel = find(kSquareSizeKey) != nullptr;
        for (std::optional<Line> line = first_event_ ? first_event_ : lines_.next(); line;
             line = lines_.next()) {
            if (const std::optional<RawvfEvent> event = rawvf_mouse_event(line->text)) {
                events.add(event->time, event->kind, event->x, event->y, cell_of(*event, events, by_pixel));
            } else if (line->text.empty() || is_rawvf_change(line->text)) {
                events.skip();
            } else {
                throw error_in(line->number, "expected an event such as '1.230 lc 4 7 (56 104)', not " +
                                                 quoted(line->text, kShown));
            }
        }
    }

    Cell cell_of(const RawvfEvent& event, const EventList& events, bool by_pixel) const {
        if (by_pixel || !event.place) return events.cell_at(event.x, event.y);
        const auto [column, row] = *event.place;
        // Some programs round towards zero, so that a pixel just left of the board gets column 1.
        const bool beside = event.x < 0 || event.y < 0 || column < 1 || row < 1;
        if (beside || row > std::int64_t(recording_.rows()) || column > std::int64_t(recording_.columns()))
            return kNoCell;
        return static_cast<Cell>((row - 1) * std::int64_t(recording_.columns()) + column - 1);
    }

    // Turns presses of the left button on open cells into presses with Shift, which chord.
    void chord_by_super_clicks() {
        Game game(recording_.topology, Minefield(recording_.mined), recording_.rules());
        Buttons buttons;
        for (MouseEvent& event : recording_.events) {
            const bool on_board = event.cell != kNoCell;
            if (event.kind == MouseKind::left_down && on_board && game.marks()[event.cell] >= 0)
                event.kind = MouseKind::shift_down;
            const std::optional<Action::Kind> kind = buttons.after(event.kind, on_board);
            if (kind && on_board && game.status() == Status::playing) game.act({*kind, event.cell});
        }
    }

    const ReadingLimits& reading_;
    Lines lines_;
    std::vector<Option> options_;
    std::unordered_map<std::string_view, std::size_t> places_;  // the indices of the options, by key
    std::optional<Line> first_event_;                           // if no line `Events:` came before it
    Recording recording_;
};

}  // namespace

bool is_rawvf(std::string_view data) {
    const bool begins = stripped_left(without_mark(data)).starts_with("RawVF_Version:");
    return begins || (data.find("\nBoard:") != std::string_view::npos &&
                      data.find("\nEvents:") != std::string_view::npos);
}

Recording read_rawvf(std::string_view data, const ReadingLimits& reading) {
    return RawvfReader(without_mark(data), reading).read();
}

}  // namespace sapper

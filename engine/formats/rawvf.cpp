// RawVF, a text that can hold every replay. The reader knows revisions from 3.
//
// It has `Key: value` lines, then `Board:` and the rows of the minefield (`*` a mine, `0` no mine), then
// `Events:` and a line for every event, such as `1.230 lc 4 7 (56 104)`: seconds, kind, column and row from
// 1, and the pixel. Column and row may be missing. A cell is 16 pixels wide and high, or `SquareSize`. The
// reader skips lines about changes of the board (`flag 4 7`) and of the game (`1.230 won`), because they
// follow from the mouse events. Revision 3 has no line `Events:`. With `SuperClick: On`, the left button on
// an open cell chords.
//
// Keys that begin with `Sapper` hold what RawVF cannot represent: some rules, and boards with rows and
// columns that are not square grids.
#include "formats/rawvf.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "formats/registry.hpp"
#include "replays/mouse.hpp"
#include "util/decimals.hpp"
#include "util/lists.hpp"

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

// Reads the parts of a line from left to right. Each function moves past its part. If the part is not there,
// it returns nothing.
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
        const std::string_view word = rest_.substr(0, count);
        const auto is_small = [](char byte) { return 'a' <= byte && byte <= 'z'; };
        if (word.size() < count || !std::all_of(word.begin(), word.end(), is_small)) return {};
        rest_.remove_prefix(count);
        return word;
    }
    // At most nine digits.
    std::optional<std::uint64_t> digits() {
        constexpr std::size_t kMostDigits = 9;
        std::uint64_t value = 0;
        std::size_t count = 0;
        for (; count < rest_.size() && is_digit(rest_[count]); ++count) {
            if (count == kMostDigits) return std::nullopt;
            value = 10 * value + static_cast<std::uint64_t>(rest_[count] - '0');
        }
        if (count == 0) return std::nullopt;
        rest_.remove_prefix(count);
        return value;
    }
    std::optional<std::int64_t> integer() {
        const bool negative = skip('-');
        const std::optional<std::uint64_t> size = digits();
        if (!size) return std::nullopt;
        return negative ? -static_cast<std::int64_t>(*size) : static_cast<std::int64_t>(*size);
    }
    // A number with at most nine digits before and after its point.
    std::optional<double> decimal() {
        const std::string_view start = rest_;
        skip('-');
        if (!digits() || (skip('.') && !digits())) return std::nullopt;
        return double_of(start.substr(0, start.size() - rest_.size()));
    }

  private:
    std::string_view rest_;
};

struct EventShape {
    double time;
    std::string_view kind;
    std::optional<std::pair<std::int64_t, std::int64_t>> place;
    std::int64_t x;
    std::int64_t y;
};

// A mouse event of any kind, known or not.
std::optional<EventShape> shape_of(std::string_view line) {
    EventParts parts(line);
    EventShape shape{};
    const std::optional<double> time = parts.decimal();
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

// The mouse event in a line, such as `1.230 lc 4 7 (56 104)`. Nothing if the line has no event of a known
// kind.
std::optional<RawvfEvent> rawvf_mouse_event(std::string_view line) {
    const std::optional<EventShape> shape = shape_of(line);
    if (!shape) return std::nullopt;
    const auto kind = std::ranges::find(kMouseKinds, shape->kind);
    if (kind == kMouseKinds.end()) return std::nullopt;
    return RawvfEvent{shape->time, static_cast<MouseKind>(kind - kMouseKinds.begin()), shape->place, shape->x,
                      shape->y};
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

// Whether a line looks like an event. A mouse event of an unknown kind does, too.
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

// The place of a name among others. Its case does not matter. Throws FormatError for an unknown name.
std::size_t place_of_name(const char* what, std::string_view name, std::span<const std::string_view> all) {
    const std::string small = lower(name);
    std::string names;
    for (std::size_t place = 0; place < all.size(); ++place) {
        if (all[place] == small) return place;
        if (!names.empty()) names += ", ";
        names.append("'").append(all[place]).append("'");
    }
    throw FormatError(std::string("rawvf: unknown ") + what + " " + in_quotes(small) + ": there is " + names +
                      ".");
}

// The value of a name.
template <typename Value, std::size_t size>
Value find_value(const char* what, std::string_view name, const Names<Value, size>& names_of_values) {
    std::array<std::string_view, size> names;
    std::ranges::transform(names_of_values, names.begin(), [](const auto& each) { return each.first; });
    return names_of_values[place_of_name(what, name, names)].second;
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
        recording_.win = find_value("win", value_of(kWinKey, "cleared"), kWins);
        recording_.on_mine = find_value("on_mine", value_of(kOnMineKey, "stop"), kOnMines);
        recording_.question_marks = is_on(kMarksKey);
        recording_.guessing = find_value("guessing", value_of(kGuessingKey, "free"), kGuessings);
        for (const auto& [key, value, line] : options_)
            if (own_rawvf_key(key).empty() && (value.empty() || !is_empty_field(key, value)))
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
            const auto& [text, number, indent, whole] = *line;
            if (text == kBoardLine) return;
            const std::size_t colon = text.find(':');
            if (colon != std::string_view::npos && colon > 0) {
                if (options_.size() == kMostKeys) {
                    throw error_in(number, "expected at most " + std::to_string(kMostKeys) + " keys");
                }
                const std::string_view key = trim(text.substr(0, colon));
                const std::string_view own = own_rawvf_key(key);
                set({own.empty() ? key : own, trim(text.substr(colon + 1)), number});
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
        constexpr std::size_t kMostInError = 20;
        const std::string_view value = option.value;
        const bool are_digits = std::all_of(value.begin(), value.end(), is_digit);
        if (value.empty() || value.size() > kMostDigits || !are_digits) {
            throw error_in(option.line, std::string(option.key) +
                                            " must be a number of at most nine digits, not " +
                                            in_quotes(value, kMostInError));
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
        check_size(kMinesKey, static_cast<std::size_t>(std::ranges::count(recording_.mine_bytes, 1)));
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
                recording_.mine_bytes.push_back(sign == '*');
        }
    }

    [[noreturn]] static void refuse(const Line& row, std::size_t at) {
        const std::size_t column = column_of(row, at);
        throw FormatError("line " + std::to_string(row.number) + ", column " + std::to_string(column) +
                              ": unknown " + in_quotes(first_character(row.text.substr(at))) +
                              "; the text may have '*' mine, '0' none",
                          {.line = row.number, .column = column});
    }

    void make_board(std::size_t rows, std::size_t columns) {
        const Option* option = find(kTopologyKey);
        const std::size_t line = option == nullptr ? lines_.number() : option->line;
        const std::string name = lower(value_of(kTopologyKey, "square"));
        try {
            recording_.topology = named_topology(name, {rows, columns});
        } catch (const std::invalid_argument& error) {
            throw error_in(line, error.what());
        }
        if (recording_.topology != nullptr) return;
        std::string names;
        for (const std::string_view each : topology_names())
            names.append(names.empty() ? "'" : ", '").append(each).append("'");
        throw error_in(line, "unknown topology " + in_quotes(name) + ": there is " + names + ".");
    }

    void check_size(std::string_view key, std::size_t size) const {
        const Option* option = find(key);
        if (option == nullptr || number_in(*option) == size) return;
        throw error_in(option->line, std::string(key) + " is given as " + std::string(option->value) +
                                         ", but the board has " + std::to_string(size));
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
        constexpr std::size_t kMostInError = 40;
        EventList events(recording_, reading_,
                         [](const std::string& text) { return FormatError("rawvf: " + text); });
        // LlamaSweeper counts columns and rows from 0, so they count only if the size of a cell is missing.
        const bool by_pixel = find(kSquareSizeKey) != nullptr;
        for (std::optional<Line> line = first_event_ ? first_event_ : lines_.next(); line;
             line = lines_.next()) {
            if (const std::optional<RawvfEvent> event = rawvf_mouse_event(line->text)) {
                events.add(event->time, event->kind, event->x, event->y, cell_of(*event, events, by_pixel));
            } else if (line->text.empty() || is_rawvf_change(line->text)) {
                events.skip();
            } else {
                throw error_in(line->number, "expected an event such as '1.230 lc 4 7 (56 104)', not " +
                                                 in_quotes(line->text, kMostInError));
            }
        }
    }

    Cell cell_of(const RawvfEvent& event, const EventList& events, bool by_pixel) const {
        if (by_pixel || !event.place) return events.cell_at(event.x, event.y);
        const auto [column, row] = *event.place;
        // Some programs round towards zero, so a pixel just left of the board has column 1.
        const bool beside = event.x < 0 || event.y < 0 || column < 1 || row < 1;
        if (beside || row > std::int64_t(recording_.rows()) || column > std::int64_t(recording_.columns()))
            return kNoCell;
        return static_cast<Cell>((row - 1) * std::int64_t(recording_.columns()) + column - 1);
    }

    // Turns presses of the left button on open cells into presses with Shift, which chord.
    void chord_by_super_clicks() {
        Game game(recording_.topology, Minefield(recording_.mine_bytes), recording_.rules());
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
    const bool begins = trim_left(without_mark(data)).starts_with("RawVF_Version:");
    return begins || (data.find("\nBoard:") != std::string_view::npos &&
                      data.find("\nEvents:") != std::string_view::npos);
}

Recording read_rawvf(std::string_view data, const ReadingLimits& reading) {
    return RawvfReader(without_mark(data), reading).read();
}

}  // namespace sapper

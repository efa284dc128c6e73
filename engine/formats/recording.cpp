#include "formats/recording.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <optional>

#include "formats/text_reader.hpp"
#include "util/lists.hpp"

namespace sapper {

void Recording::set_field(std::string_view name, std::string_view value, bool shared) {
    ReplayField field{std::string(name), one_line(value), shared};
    const auto entry = std::ranges::find(about, field.name, &ReplayField::name);
    if (is_empty_field(field.name, field.value)) {
        if (entry != about.end()) about.erase(entry);
    } else if (entry != about.end()) {
        *entry = std::move(field);
    } else {
        about.push_back(std::move(field));
    }
}

std::string_view Recording::field(std::string_view name) const {
    const auto entry = std::ranges::find(about, name, &ReplayField::name);
    return entry == about.end() ? std::string_view{} : entry->value;
}

std::string Recording::shared_bytes() const {
    std::string bytes;
    for (const ReplayField& field : about)
        if (field.shared) bytes += field.name + "\n" + field.value + "\n";
    return bytes;
}

bool Recording::operator==(const Recording& other) const {
    return *topology == *other.topology && mine_bytes == other.mine_bytes && events == other.events &&
           win == other.win && on_mine == other.on_mine && question_marks == other.question_marks &&
           guessing == other.guessing && cell_size == other.cell_size && about == other.about &&
           own_encoding == other.own_encoding;
}

bool is_empty_field(std::string_view name, std::string_view value) {
    const bool is_unknown_at_0 = name == "Timestamp" || name == "BBBV";
    return value.empty() || (is_unknown_at_0 && value.find_first_not_of('0') == std::string_view::npos);
}

std::string seconds_text(std::uint64_t milliseconds) {
    const std::string decimals = std::to_string(milliseconds % 1000);
    return std::to_string(milliseconds / 1000) + "." + std::string(3 - decimals.size(), '0') + decimals;
}

// Writes what fixed_text(seconds, 3) writes, in a ninth of the time: a replay has up to half a million of
// these.
std::string decimal_seconds(double seconds) {
    constexpr int kBits = 53;
    constexpr int kMostShift = 63;
    int exponent;
    const auto whole =
        static_cast<std::uint64_t>(std::ldexp(std::frexp(std::abs(seconds), &exponent), kBits));
    const int shift = kBits - exponent;
    std::uint64_t milliseconds = static_cast<std::uint64_t>(std::abs(seconds)) * 1000;
    if (shift > 0) {
        // The milliseconds are `whole` x 1000 without its last `shift` bits, which decide the rounding.
        const std::uint64_t exact = whole * 1000;
        const std::uint64_t rest = shift > kMostShift ? 0 : exact & ((std::uint64_t{1} << shift) - 1);
        const std::uint64_t half = shift > kMostShift ? 1 : std::uint64_t{1} << (shift - 1);
        milliseconds = shift > kMostShift ? 0 : exact >> shift;
        milliseconds += rest > half || (rest == half && milliseconds % 2 != 0);
    }
    std::string text;
    if (std::signbit(seconds)) text += '-';
    return text += seconds_text(milliseconds);
}

bool is_usual_mode(std::string_view mode) {
    constexpr std::array<std::string_view, 4> kUsual = {"", "classic", "standard", "normal"};
    return std::ranges::find(kUsual, lower(trim(mode))) != kUsual.end();
}

std::int64_t scale_pixels(std::int64_t pixels, std::uint32_t to, std::uint32_t from) {
    const std::int64_t product = pixels * to;
    return product / from - (product % from < 0 ? 1 : 0);
}

void check_playable(const Recording& recording, std::string_view format) {
    if (std::ranges::find(recording.mine_bytes, 0) != recording.mine_bytes.end()) return;
    throw FormatError(std::string(format) + ": a replay needs a safe cell, but every cell is a mine");
}

EventList::EventList(Recording& recording, const ReadingLimits& reading, Error error)
    : recording_(recording),
      reading_(reading),
      error_(std::move(error)),
      rows_(static_cast<std::int64_t>(recording.rows())),
      columns_(static_cast<std::int64_t>(recording.columns())),
      cell_size_(recording.cell_size) {}

void EventList::add(double time, MouseKind kind, std::int64_t x, std::int64_t y) {
    add(time, kind, x, y, cell_at(x, y));
}

void EventList::add(double time, MouseKind kind, std::int64_t x, std::int64_t y, Cell cell) {
    skip();
    recording_.events.push_back({time, kind, cell, x, y});
}

void EventList::skip() {
    constexpr std::size_t kBetweenPolls = 1024;
    if (count_ == reading_.most_events)
        throw error_("a replay may have at most " + std::to_string(count_) + " events");
    if (count_++ % kBetweenPolls == 0 && reading_.limits.poll) reading_.limits.poll();
}

Cell EventList::cell_at(std::int64_t x, std::int64_t y) const {
    const std::int64_t row = y / cell_size_;
    const std::int64_t column = x / cell_size_;
    const bool on_board = y >= 0 && x >= 0 && row < rows_ && column < columns_;
    return on_board ? static_cast<Cell>(row * columns_ + column) : kNoCell;
}

void put_flags_before(Recording& recording, std::span<const Cell> flags) {
    std::vector<MouseEvent> clicks;
    for (Cell cell : flags) {
        const auto middle = [&](std::size_t place) {
            return static_cast<std::int64_t>(place * recording.cell_size + recording.cell_size / 2);
        };
        const std::int64_t x = middle(cell % recording.columns());
        const std::int64_t y = middle(cell / recording.columns());
        clicks.push_back({0.0, MouseKind::right_down, cell, x, y});
        clicks.push_back({0.0, MouseKind::right_up, cell, x, y});
    }
    recording.events.insert(recording.events.begin(), clicks.begin(), clicks.end());
}

void put_first_press(Recording& recording) {
    std::vector<MouseEvent>& events = recording.events;
    const auto first = std::ranges::find_if(events, [](const MouseEvent& event) {
        return event.kind == MouseKind::left_down || event.kind == MouseKind::shift_down ||
               event.kind == MouseKind::left_up;
    });
    if (first == events.end() || first->kind != MouseKind::left_up) return;
    MouseEvent press = events.front();
    press.kind = MouseKind::left_down;
    events.insert(events.begin(), press);
}

void begin_at_first_opening(Recording& recording) {
    constexpr double kMillisecond = 1000.0;  // of a second
    const std::optional<std::size_t> opening = first_opening(recording.events);
    if (!opening) return;
    const double start = recording.events[*opening].time;
    for (MouseEvent& event : recording.events)
        event.time = std::nearbyint((event.time - start) * kMillisecond) / kMillisecond;
}

namespace {

constexpr std::int64_t kMicrosecondsInSecond = 1'000'000;
constexpr std::size_t kMostDigits = 18;           // of a number that is a time
constexpr std::size_t kMostDigitsOfSeconds = 12;  // a longer number counts microseconds
constexpr std::int64_t kFirst = -62'135'596'800;  // the year 1, in seconds since 1970
constexpr std::int64_t kEnd = 253'402'300'800;    // the year 10000

// Reads a text from its beginning. Once something does not fit, has_failed() stays true.
class Reader {
  public:
    explicit Reader(std::string_view text) : rest_(text) {}

    bool has_failed() const { return has_failed_; }
    bool at_end() const { return rest_.empty(); }
    char next() const { return rest_.empty() ? '\0' : rest_[0]; }

    // Takes the sign if it is next.
    bool takes(char sign) {
        if (rest_.empty() || rest_[0] != sign) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void expect(char sign) { has_failed_ |= !takes(sign); }

    std::int64_t number(std::size_t fewest, std::size_t most) {
        std::size_t size = 0;
        while (size < std::min(most, rest_.size()) && is_digit(rest_[size]))
            ++size;
        std::int64_t value = 0;
        if (size < fewest) has_failed_ = true;
        std::from_chars(rest_.data(), rest_.data() + size, value);
        rest_.remove_prefix(size);
        return value;
    }

    std::int64_t number_after(char sign, std::size_t fewest, std::size_t most) {
        expect(sign);
        return number(fewest, most);
    }

    // The digits behind a decimal point, as millionths.
    std::int64_t millionths() {
        std::int64_t value = 0;
        std::int64_t worth = kMicrosecondsInSecond;
        has_failed_ |= !is_digit(next());
        while (is_digit(next())) {
            worth /= 10;
            value += worth * (rest_[0] - '0');
            rest_.remove_prefix(1);
        }
        return value;
    }

  private:
    std::string_view rest_;
    bool has_failed_ = false;
};

struct Clock {
    std::int64_t hour = 0;
    std::int64_t minute = 0;
    std::int64_t second = 0;

    bool is_possible() const { return hour < 24 && minute < 60 && second < 60; }
    std::int64_t seconds() const { return 3600 * hour + 60 * minute + second; }
};

std::optional<Instant> instant(std::int64_t year, std::int64_t month, std::int64_t day, const Clock& clock,
                               std::int64_t microseconds, std::int64_t offset) {
    const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(year)),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day)));
    if (year < 1 || !date.ok() || !clock.is_possible()) return std::nullopt;
    const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
    const std::int64_t seconds = 86'400 * days + clock.seconds() - offset;
    if (seconds < kFirst || seconds >= kEnd) return std::nullopt;
    return Instant{kMicrosecondsInSecond * seconds + microseconds, static_cast<std::int32_t>(offset)};
}

std::optional<Instant> since_1970(std::string_view digits) {
    if (digits.empty() || digits.size() > kMostDigits || !std::ranges::all_of(digits, is_digit))
        return std::nullopt;
    std::int64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (value == 0) return std::nullopt;
    const std::int64_t unit = digits.size() > kMostDigitsOfSeconds ? 1 : kMicrosecondsInSecond;
    if (value / (kMicrosecondsInSecond / unit) >= kEnd) return std::nullopt;
    return Instant{value * unit};
}

std::optional<Instant> of_arbiter(std::string_view text) {
    Reader reader(text);
    const std::int64_t day = reader.number(1, 2);
    const std::int64_t month = reader.number_after('.', 1, 2);
    const std::int64_t year = reader.number_after('.', 4, 4);
    Clock clock;
    clock.hour = reader.number_after('.', 1, 2);
    clock.minute = reader.number_after(':', 1, 2);
    clock.second = reader.number_after(':', 1, 2);
    if (reader.has_failed() || is_digit(reader.next())) return std::nullopt;  // fractions may follow
    return instant(year, month, day, clock, 0, 0);
}

std::optional<Instant> of_iso(std::string_view text) {
    Reader reader(text);
    const std::int64_t year = reader.number(4, 4);
    const std::int64_t month = reader.number_after('-', 2, 2);
    const std::int64_t day = reader.number_after('-', 2, 2);
    Clock clock;
    std::int64_t microseconds = 0;
    std::int64_t offset = 0;
    if (!reader.at_end()) {
        if (!reader.takes(' ')) reader.expect('T');
        clock.hour = reader.number(2, 2);
        clock.minute = reader.number_after(':', 2, 2);
        if (reader.takes(':')) {
            clock.second = reader.number(2, 2);
            if (reader.takes('.') || reader.takes(',')) microseconds = reader.millionths();
        }
        if (reader.next() == '+' || reader.next() == '-') {
            const bool behind = reader.takes('-');
            if (!behind) reader.expect('+');
            Clock ahead{.hour = reader.number(2, 2)};
            reader.takes(':');
            if (!reader.at_end()) ahead.minute = reader.number(2, 2);
            if (!ahead.is_possible()) return std::nullopt;
            offset = behind ? -ahead.seconds() : ahead.seconds();
        } else {
            reader.takes('Z');
        }
    }
    if (reader.has_failed() || !reader.at_end()) return std::nullopt;
    return instant(year, month, day, clock, microseconds, offset);
}

}  // namespace

std::optional<Instant> time_of(std::string_view timestamp) {
    for (const auto& read : {since_1970, of_arbiter, of_iso}) {
        if (const std::optional<Instant> instant = read(timestamp)) return instant;
    }
    return std::nullopt;
}

}  // namespace sapper

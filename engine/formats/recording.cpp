#include "formats/recording.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "formats/text_reader.hpp"

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
    return *topology == *other.topology && mined == other.mined && events == other.events &&
           win == other.win && on_mine == other.on_mine && question_marks == other.question_marks &&
           guessing == other.guessing && cell_size == other.cell_size && about == other.about &&
           stated_encoding == other.stated_encoding;
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
    if (std::ranges::find(recording.mined, 0) != recording.mined.end()) return;
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

}  // namespace sapper

#include <algorithm>
#include <optional>

#include "answers/json.hpp"
#include "calls.hpp"
#include "formats/evfs.hpp"
#include "formats/file_formats.hpp"
#include "formats/texts.hpp"
#include "replays/mouse.hpp"
#include "replays/timestamps.hpp"

namespace {

using sapper::FileFormat;
using sapper::Kind;
using sapper::MouseEvent;
using sapper::Recording;
using sapper::ReplayField;

// The name of the format, and the replay. `number` says which replay of the file, from 1; 0 is the only one.
// Nothing if the file has fewer.
std::optional<std::pair<std::string_view, Recording>> replay_in(std::string_view data, std::uint32_t number,
                                                                double seconds) {
    sapper::Hints hints;
    hints.kind = Kind::replay;
    hints.reading.limits = browser::limits_of(seconds);
    if (number == 0 || !sapper::is_evfs(data)) {
        if (number > 1) return std::nullopt;
        sapper::Reading found = sapper::identify(data, hints, nullptr, sapper::replay_formats());
        return std::pair(found.format->name, std::get<Recording>(std::move(found.contents)));
    }
    sapper::Evfs evfs(data);
    for (std::uint32_t skipped = 1; skipped < number; ++skipped)
        evfs.next_file();
    std::optional<Recording> recording = evfs.next(hints.reading);
    if (!recording) return std::nullopt;
    return std::pair(std::string_view("evfs"), std::move(*recording));
}

// Gives one member of all events.
template <typename Value, typename T>
void give_each(const Recording& recording, T MouseEvent::* member) {
    std::vector<Value> values;
    for (const MouseEvent& event : recording.events)
        values.push_back(static_cast<Value>(event.*member));
    browser::give(values);
}

// What the file says, as bytes: names and values in turn. Their lengths are in the JSON.
std::string bytes_of_fields(const Recording& recording) {
    std::string bytes;
    for (const ReplayField& field : recording.about)
        bytes += field.name + field.value;
    return bytes;
}

}  // namespace

// Argument 0: the bytes of a file. `number` says which of its replays, from 1; 0 is the only one. No results
// if the file has fewer replays. Results:
// - JSON of the format, the board and the rules, with the lengths of the names and values in the file, and
//   the encodings that they may have;
// - the bytes of these names and values;
// - the minefield, a byte for each cell;
// - the times, kinds, cells, x and y of all events;
// - for all actions the indices of their events, and their kinds;
// - the indices of the actions that are presses of the right button at the beginning of a chord.
SAPPER_CALL(read_replay)(std::uint32_t number, double seconds) {
    return browser::answer([=] {
        const auto found = replay_in(browser::text_argument(0), number, seconds);
        if (!found) return;
        const auto& [format, recording] = *found;
        const std::vector<std::string> shared =
            sapper::encodings_of(recording.shared_bytes(), recording.stated_encoding);
        sapper::Json json;
        const auto write_field = [&](const ReplayField& field) {
            json.object("name", field.name.size(), "value", field.value.size(), "shared", field.shared,
                        "encodings", field.shared ? shared : sapper::encodings_of(field.value));
        };
        json.object("format", format, "kind", static_cast<std::uint32_t>(recording.topology->kind()), "shape",
                    recording.topology->shape(), "win", static_cast<std::uint32_t>(recording.win), "on_mine",
                    static_cast<std::uint32_t>(recording.on_mine), "question_marks", recording.question_marks,
                    "cell_size", recording.cell_size, "about",
                    [&] { json.list(recording.about, write_field); });
        browser::give_text(json.text());
        const std::string fields = bytes_of_fields(recording);
        browser::give_bytes(fields.data(), fields.size());
        browser::give(recording.mined);
        give_each<double>(recording, &MouseEvent::time);
        give_each<std::uint8_t>(recording, &MouseEvent::kind);
        give_each<std::uint32_t>(recording, &MouseEvent::cell);
        give_each<double>(recording, &MouseEvent::x);
        give_each<double>(recording, &MouseEvent::y);
        std::vector<std::uint32_t> numbers;
        std::vector<std::uint8_t> kinds;
        for (const auto& [event, kind] : sapper::actions_of(recording.events)) {
            numbers.push_back(static_cast<std::uint32_t>(event));
            kinds.push_back(static_cast<std::uint8_t>(kind));
        }
        browser::give(numbers);
        browser::give(kinds);
        const std::vector<std::size_t> presses = sapper::chord_presses(recording.events);
        browser::give(std::vector<std::uint32_t>(presses.begin(), presses.end()));
    });
}

// Argument 0: the name of the format, a space, and the program that writes. Further arguments: the minefield,
// a byte for each cell, and the times, kinds, cells, x and y of all events. Cells are 16 pixels wide. Result:
// the bytes of a file.
SAPPER_CALL(write_replay)(browser::Held topology, sapper::Win win, sapper::OnMine on_mine,
                          bool question_marks) {
    return browser::answer([=] {
        const std::string_view asked = browser::text_argument(0);
        const std::size_t space = asked.find(' ');
        const auto formats = sapper::replay_formats();
        const auto format = std::ranges::find(formats, asked.substr(0, space), &FileFormat::name);
        if (format == formats.end()) throw sapper::FormatError("there is no such format");
        Recording recording;
        recording.topology = *topology;
        recording.win = win;
        recording.on_mine = on_mine;
        recording.question_marks = question_marks;
        const std::span<const std::uint8_t> mined = browser::argument_bytes(1);
        recording.mined.assign(mined.begin(), mined.end());
        const std::span<const double> times = browser::argument<double>(2);
        const std::span<const std::uint8_t> kinds = browser::argument_bytes(3);
        const std::span<const sapper::Cell> cells = browser::argument<sapper::Cell>(4);
        const std::span<const std::int32_t> x = browser::argument<std::int32_t>(5);
        const std::span<const std::int32_t> y = browser::argument<std::int32_t>(6);
        for (std::size_t i = 0; i < times.size(); ++i) {
            const auto kind = static_cast<sapper::MouseKind>(kinds[i]);
            recording.events.push_back({times[i], kind, cells[i], x[i], y[i]});
        }
        const std::string file = format->file_of(recording, {.program = asked.substr(space + 1)});
        browser::give_bytes(file.data(), file.size());
    });
}

// Argument 0: a text with a date and time. Results: that time in seconds and microseconds since 1970, and how
// many seconds its clock was ahead of UTC. No results if the form is not known.
SAPPER_CALL(time_of)() {
    return browser::answer([] {
        const std::optional<sapper::Instant> found = sapper::time_of(browser::text_argument(0));
        if (!found) return;
        constexpr std::int64_t kSecond = 1'000'000;
        const std::int64_t rest = (found->microseconds % kSecond + kSecond) % kSecond;
        browser::give_numbers({static_cast<double>((found->microseconds - rest) / kSecond),
                               static_cast<double>(rest), static_cast<double>(found->offset_seconds)});
    });
}

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "calls.hpp"
#include "formats/evf.hpp"
#include "formats/recording.hpp"
#include "formats/registry.hpp"
#include "formats/text_reader.hpp"
#include "protocol/boards.hpp"
#include "protocol/json.hpp"
#include "replays/mouse.hpp"

namespace {

using sapper::Contents;
using sapper::FileFormat;
using sapper::FileMinefield;
using sapper::FilePosition;
using sapper::Kind;
using sapper::MouseEvent;
using sapper::Recording;
using sapper::ReplayField;

// The format of a name. Null without a name. JavaScript checks the names.
const FileFormat* find_format(std::string_view name) {
    const auto formats = sapper::file_formats();
    const auto format = std::ranges::find(formats, name, &FileFormat::name);
    return format == formats.end() ? nullptr : &*format;
}

// The name of the format, and the contents. `number` says which replay of several, from 1; 0 is the only one.
// Nothing if the file has fewer.
std::optional<std::pair<std::string_view, Contents>> contents_in(std::string_view data, std::uint32_t number,
                                                                 const FileFormat* format,
                                                                 const sapper::Hints& hints) {
    if (number == 0 || !sapper::is_evfs(data)) {
        if (number > 1) return std::nullopt;
        sapper::Reading reading = sapper::identify(data, hints, format);
        return std::pair(reading.format->name, std::move(reading.contents));
    }
    sapper::Evfs evfs(data);
    for (std::uint32_t i = 1; i < number; ++i)
        evfs.next_file();
    std::optional<Recording> recording = evfs.next(hints.reading);
    if (!recording) return std::nullopt;
    return std::pair(std::string_view("evfs"), Contents(std::move(*recording)));
}

// Gives one member of all events.
template <typename Value, typename T>
void give_each(const Recording& recording, T MouseEvent::* member) {
    std::vector<Value> values;
    for (const MouseEvent& event : recording.events)
        values.push_back(static_cast<Value>(event.*member));
    browser::give(values);
}

// The fields of the file as bytes: names and values in turn. Their lengths are in the JSON.
std::string bytes_of_fields(const Recording& recording) {
    std::string bytes;
    for (const ReplayField& field : recording.about)
        bytes += field.name + field.value;
    return bytes;
}

// The name of a topology, or nothing. Throws MalformedPosition if there is none of this name.
std::string topology_name_in(std::string_view name) {
    try {
        if (!name.empty()) sapper::check_topology_name(name);
    } catch (const sapper::Refusal& refusal) {
        throw sapper::MalformedPosition(refusal.what());
    }
    return std::string(name);
}

void give_contents(std::string_view format, const FilePosition& position) {
    const sapper::Topology& topology = *position.position.topology;
    sapper::Json json;
    json.object("format", format, "holds", sapper::name_of(Kind::position), "topology",
                sapper::topology_name(topology), "shape", topology.shape(), "mines",
                position.is_counted ? std::optional(position.position.mines) : std::nullopt);
    browser::give_text(json.text());
    browser::give(position.position.marks);
}

void give_contents(std::string_view format, const FileMinefield& minefield) {
    sapper::Json json;
    json.object("format", format, "holds", sapper::name_of(Kind::minefield), "topology",
                sapper::topology_name(*minefield.topology), "shape", minefield.topology->shape(), "mines",
                minefield.mines(), "first_cell",
                minefield.start == sapper::kNoCell ? std::nullopt : std::optional(minefield.start));
    browser::give_text(json.text());
    browser::give(minefield.mine_bytes);
}

void give_contents(std::string_view format, const Recording& recording) {
    const std::vector<std::string> shared =
        sapper::encodings_of(recording.shared_bytes(), recording.own_encoding);
    sapper::Json json;
    const auto write_field = [&](const ReplayField& field) {
        json.object("name", field.name.size(), "value", field.value.size(), "shared", field.shared,
                    "encodings", field.shared ? shared : sapper::encodings_of(field.value));
    };
    json.object("format", format, "holds", sapper::name_of(Kind::replay), "topology",
                sapper::topology_name(*recording.topology), "shape", recording.topology->shape(), "win",
                static_cast<std::uint32_t>(recording.win), "on_mine",
                static_cast<std::uint32_t>(recording.on_mine), "question_marks", recording.question_marks,
                "guessing", static_cast<std::uint32_t>(recording.guessing), "cell_size", recording.cell_size,
                "about", [&] { json.list(recording.about, write_field); });
    browser::give_text(json.text());
    browser::give(recording.mine_bytes);
    const std::string fields = bytes_of_fields(recording);
    browser::give_bytes(fields.data(), fields.size());
    give_each<double>(recording, &MouseEvent::time);
    give_each<std::uint8_t>(recording, &MouseEvent::kind);
    give_each<std::uint32_t>(recording, &MouseEvent::cell);
    give_each<double>(recording, &MouseEvent::x);
    give_each<double>(recording, &MouseEvent::y);
    std::vector<std::uint32_t> numbers;
    std::vector<std::uint8_t> kinds;
    std::vector<sapper::Cell> press_cells;
    for (const auto& [event, kind, press_cell] : sapper::actions_of(recording.events)) {
        numbers.push_back(static_cast<std::uint32_t>(event));
        kinds.push_back(static_cast<std::uint8_t>(kind));
        press_cells.push_back(press_cell);
    }
    browser::give(numbers);
    browser::give(kinds);
    browser::give(press_cells);
}

}  // namespace

// Result: all formats as JSON, as the page takes them.
SAPPER_CALL(file_formats)() {
    return browser::answer([] {
        sapper::Json json;
        json.list(sapper::file_formats(), [&](const FileFormat& format) {
            std::vector<std::string_view> kinds, endings;
            for (const Kind kind : {Kind::position, Kind::minefield, Kind::replay})
                if (format.holds(kind)) kinds.push_back(sapper::name_of(kind));
            std::ranges::copy_if(format.endings, std::back_inserter(endings),
                                 [](std::string_view ending) { return !ending.empty(); });
            json.object("name", format.name, "title", format.title, "holds", kinds, "read", true, "write",
                        format.write != nullptr, "endings", endings);
        });
        browser::give_text(json.text());
    });
}

// Arguments: the bytes of a file; the name of its format; the name of the topology. The names may be empty.
// `topology` is the board, or null if only its name or nothing is known. `kind` is that of the contents, or a
// greater number for any. `mines` is NaN if it is not known. `number` says which replay of the file, from 1;
// 0 is the only one. Errors count rows and columns from `first`. No results if the file has fewer replays.
// Results:
// - JSON of the format, the board and the rules, with the lengths of the names and values in the file, and
//   the encodings that they may have;
// - the marks, or the minefield, a byte for each cell.
// For a replay also:
// - the bytes of these names and values;
// - the times, kinds, cells, x and y of all events;
// - for all actions the indices of their events, and their kinds;
// - for all actions the cells on which their buttons went down.
SAPPER_CALL(read_file)(browser::TopologyHandle topology, std::uint32_t kind, double mines,
                       std::uint32_t number, std::uint32_t first, double seconds) {
    return browser::answer([=] {
        sapper::Hints hints{.topology_name = topology_name_in(browser::text_argument(2)), .first = first};
        if (topology != nullptr) hints.topology = *topology;
        if (kind < std::variant_size_v<Contents>) hints.kind = static_cast<Kind>(kind);
        constexpr double kMost = 1ULL << 62;  // far more than a board has
        if (!std::isnan(mines)) hints.mines = static_cast<std::int64_t>(std::clamp(mines, -kMost, kMost));
        hints.reading.limits = browser::limits_of(seconds);
        const auto contents =
            contents_in(browser::text_argument(0), number, find_format(browser::text_argument(1)), hints);
        if (!contents) return;
        std::visit([&](const auto& each) { give_contents(contents->first, each); }, contents->second);
    });
}

// Arguments: the marks, or the minefield, a byte for each cell; the name of the format. `mines` is that of a
// position, `first_cell` that of a minefield. Errors count rows and columns from `first`. Result: the bytes
// of a file.
SAPPER_CALL(write_file)(browser::TopologyHandle topology, std::uint32_t kind, std::uint32_t mines,
                        sapper::Cell first_cell, std::uint32_t first) {
    return browser::answer([=] {
        const auto contents = [&]() -> Contents {
            if (static_cast<Kind>(kind) == Kind::position)
                return FilePosition{browser::position_of(topology, mines), true};
            const std::span<const std::uint8_t> mine_bytes = browser::argument_bytes(0);
            return FileMinefield{*topology, {mine_bytes.begin(), mine_bytes.end()}, first_cell};
        }();
        const std::string file = find_format(browser::text_argument(1))->file_of(contents, {.first = first});
        browser::give_bytes(file.data(), file.size());
    });
}

// Argument 0: the name of the format, a space, and the program that writes. Further arguments: the minefield,
// a byte for each cell, and the times, kinds, cells, x and y of all events. Cells are 16 pixels wide. Result:
// the bytes of a file.
SAPPER_CALL(write_replay)(browser::TopologyHandle topology, sapper::Win win, sapper::OnMine on_mine,
                          bool question_marks, sapper::Guessing guessing) {
    return browser::answer([=] {
        const std::string_view names = browser::text_argument(0);
        const std::size_t space = names.find(' ');
        const FileFormat* format = find_format(names.substr(0, space));
        Recording recording;
        recording.topology = *topology;
        recording.win = win;
        recording.on_mine = on_mine;
        recording.question_marks = question_marks;
        recording.guessing = guessing;
        const std::span<const std::uint8_t> mine_bytes = browser::argument_bytes(1);
        recording.mine_bytes.assign(mine_bytes.begin(), mine_bytes.end());
        const std::span<const double> times = browser::argument<double>(2);
        const std::span<const std::uint8_t> kinds = browser::argument_bytes(3);
        const std::span<const sapper::Cell> cells = browser::argument<sapper::Cell>(4);
        const std::span<const std::int32_t> x = browser::argument<std::int32_t>(5);
        const std::span<const std::int32_t> y = browser::argument<std::int32_t>(6);
        for (std::size_t i = 0; i < times.size(); ++i) {
            const auto kind = static_cast<sapper::MouseKind>(kinds[i]);
            recording.events.push_back({times[i], kind, cells[i], x[i], y[i]});
        }
        const std::string file = format->file_of(recording, {.program = names.substr(space + 1)});
        browser::give_bytes(file.data(), file.size());
    });
}

// Argument 0: the mode of a replay. Result: 1 if it is the usual game, otherwise 0.
SAPPER_CALL(is_usual_mode)() {
    return browser::answer(
        [] { browser::give_numbers(sapper::is_usual_mode(browser::text_argument(0)) ? 1 : 0); });
}

// Argument 0: a text with a date and time. Results: that time in seconds and microseconds since 1970, and the
// seconds that its clock was ahead of UTC. No results if the form is unknown.
SAPPER_CALL(time_of)() {
    return browser::answer([] {
        const std::optional<sapper::Instant> instant = sapper::time_of(browser::text_argument(0));
        if (!instant) return;
        constexpr std::int64_t kSecond = 1'000'000;
        const std::int64_t rest = (instant->microseconds % kSecond + kSecond) % kSecond;
        browser::give_numbers((instant->microseconds - rest) / kSecond, rest, instant->offset_seconds);
    });
}

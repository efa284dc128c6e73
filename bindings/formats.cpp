#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <tuple>

#include "arrays.hpp"
#include "bind.hpp"
#include "board/board_names.hpp"
#include "formats/evf.hpp"
#include "formats/registry.hpp"
#include "formats/text_reader.hpp"
#include "limits.hpp"
#include "replays/mouse.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Action;
using sapper::Cell;
using sapper::Contents;
using sapper::Evfs;
using sapper::FileFormat;
using sapper::FileMinefield;
using sapper::FileOrigin;
using sapper::FilePosition;
using sapper::FormatError;
using sapper::Hints;
using sapper::MalformedPosition;
using sapper::MouseAction;
using sapper::MouseEvent;
using sapper::MouseKind;
using sapper::ReadingLimits;
using sapper::Recording;
using sapper::ReplayField;

namespace {

nb::tuple text_and_place(const FormatError& error) {
    nb::list formats;
    for (const std::string_view name : error.formats)
        formats.append(nb::str(name.data(), name.size()));
    return nb::make_tuple(error.what(), error.place.offset, error.place.line, error.place.column,
                          nb::tuple(formats));
}

nb::tuple tuple_of(const std::vector<std::size_t>& numbers) {
    nb::list list;
    for (std::size_t number : numbers)
        list.append(number);
    return nb::tuple(list);
}

// The text, the coordinates of the cell at fault, and the shape of the board whose mine count is missing. The
// last two are empty if the error is not about them.
nb::tuple text_and_shape(const MalformedPosition& error) {
    return nb::make_tuple(error.what(), tuple_of(error.cell), tuple_of(error.shape_without_mines));
}

std::string_view view_of(const nb::bytes& data) {
    return {data.c_str(), data.size()};
}

nb::bytes bytes_of(std::string_view text) {
    return nb::bytes(text.data(), text.size());
}

// A getter of one member of all events.
template <typename T>
auto column(T MouseEvent::* member) {
    return [member](const Recording& self) {
        std::vector<Number<T>> values;
        values.reserve(self.events.size());
        for (const MouseEvent& event : self.events)
            values.push_back(static_cast<Number<T>>(event.*member));
        return array_of(std::move(values));
    };
}

using Field = std::tuple<nb::bytes, nb::bytes, bool>;

std::vector<Field> about(const Recording& self) {
    std::vector<Field> fields;
    for (const ReplayField& field : self.about)
        fields.emplace_back(bytes_of(field.name), bytes_of(field.value), field.shared);
    return fields;
}

ReadingLimits reading(std::size_t most_events, std::optional<double> time_limit, const Cancel* cancel) {
    return {.most_events = most_events, .limits = limits_of(time_limit, cancel)};
}

Contents read_file(const FileFormat& self, const nb::bytes& data, Hints hints, std::size_t most_events,
                   std::optional<double> time_limit, const Cancel* cancel) {
    const std::string_view content = view_of(data);
    const WithoutLock without_lock;
    hints.reading = reading(most_events, time_limit, cancel);
    return self.contents_of(content, hints);
}

std::pair<std::string_view, Contents> identify(const nb::bytes& data, Hints hints, const FileFormat* format,
                                               std::size_t most_events, std::optional<double> time_limit,
                                               const Cancel* cancel) {
    const std::string_view content = view_of(data);
    const WithoutLock without_lock;
    hints.reading = reading(most_events, time_limit, cancel);
    sapper::Reading reading_of_file = sapper::identify(content, hints, format);
    return {reading_of_file.format->name, std::move(reading_of_file.contents)};
}

nb::bytes write_file(const FileFormat& self, const Contents& contents, std::string_view program,
                     std::size_t first) {
    std::string file;
    {
        const WithoutLock without_lock;
        file = self.file_of(contents, {program, first});
    }
    return bytes_of(file);
}

std::vector<std::string_view> kinds_of(const FileFormat& self) {
    std::vector<std::string_view> names;
    for (std::size_t kind = 0; kind < self.kinds.size(); ++kind)
        if (self.kinds[kind]) names.push_back(sapper::name_of(static_cast<sapper::Kind>(kind)));
    return names;
}

std::vector<std::string_view> endings_of(const FileFormat& self) {
    std::vector<std::string_view> endings;
    for (std::string_view ending : self.endings)
        if (!ending.empty()) endings.push_back(ending);
    return endings;
}

std::vector<std::uint8_t> minefield_on(const sapper::Topology& topology, const BytesIn& mine_bytes) {
    sapper::check_size(mine_bytes.size(), "a minefield", topology);
    return {mine_bytes.data(), mine_bytes.data() + mine_bytes.size()};
}

void check_event(const MouseEvent& event, const sapper::Topology& topology) {
    if (static_cast<std::size_t>(event.kind) >= sapper::kMouseKinds.size())
        throw std::invalid_argument("there is no mouse event of kind " +
                                    std::to_string(static_cast<unsigned>(event.kind)));
    if (event.cell != sapper::kNoCell) sapper::check_cell(event.cell, topology);
}

void make_recording(Recording* self, TopologyIn topology, const BytesIn& mine_bytes,
                    const ArrayIn<double>& times, const BytesIn& kinds, const ArrayIn<sapper::Cell>& cells,
                    const ArrayIn<std::int64_t>& x, const ArrayIn<std::int64_t>& y, sapper::Win win,
                    sapper::OnMine on_mine, bool question_marks, sapper::Guessing guessing,
                    std::uint32_t cell_size, const std::vector<std::pair<nb::bytes, nb::bytes>>& about) {
    for (const std::size_t size : {kinds.size(), cells.size(), x.size(), y.size()})
        if (size != times.size())
            throw std::invalid_argument("every event has a time, a kind, a cell, x and y");
    if (cell_size == 0) throw std::invalid_argument("a cell has at least one pixel");
    Recording recording;
    recording.mine_bytes = minefield_on(*topology, mine_bytes);
    recording.topology = std::move(topology);
    for (std::size_t i = 0; i < times.size(); ++i) {
        const auto kind = static_cast<sapper::MouseKind>(kinds(i));
        recording.events.push_back({times(i), kind, cells(i), x(i), y(i)});
        check_event(recording.events.back(), *recording.topology);
    }
    recording.win = win;
    recording.on_mine = on_mine;
    recording.question_marks = question_marks;
    recording.guessing = guessing;
    recording.cell_size = cell_size;
    for (const auto& [name, value] : about)
        recording.about.push_back({std::string(view_of(name)), std::string(view_of(value))});
    new (self) Recording(std::move(recording));
}

// Reads an EVFS file, and owns its bytes.
class Container {
  public:
    explicit Container(nb::bytes data) : data_(std::move(data)), evfs_(view_of(data_)) {}

    std::optional<Recording> next(std::size_t most_events, std::optional<double> time_limit,
                                  const Cancel* cancel) {
        const WithoutLock without_lock;
        return evfs_.next(reading(most_events, time_limit, cancel));
    }

  private:
    nb::bytes data_;
    Evfs evfs_;
};

std::vector<MouseEvent> events_of(const BytesIn& kinds, const ArrayIn<Cell>& cells) {
    if (kinds.size() != cells.size()) throw std::invalid_argument("every event has a kind and a cell");
    std::vector<MouseEvent> events;
    events.reserve(kinds.size());
    for (std::size_t i = 0; i < kinds.size(); ++i)
        events.push_back({0.0, static_cast<MouseKind>(kinds(i)), cells(i), 0, 0});
    return events;
}

std::vector<std::tuple<std::size_t, Action::Kind, Cell>> mouse_actions(const BytesIn& kinds,
                                                                       const ArrayIn<Cell>& cells) {
    std::vector<std::tuple<std::size_t, Action::Kind, Cell>> actions;
    for (const auto& [event, kind, press_cell] : sapper::actions_of(events_of(kinds, cells)))
        actions.emplace_back(event, kind, press_cell);
    return actions;
}

}  // namespace

void bind_formats(nb::module_& module) {
    module.attr("MOST_EVENTS") = sapper::kMostEvents;
    module.attr("CELL_SIZE") = sapper::kCellSize;
    module.attr("NO_PIXEL") = sapper::kNoPixel;
    module.attr("FARTHEST_PIXEL") = sapper::kFarthestPixel;
    bind_error<FormatError, text_and_place>(module, "FormatError");

    nb::class_<Recording>(module, "Recording", "What a file of a replay holds.")
        .def("__init__", &make_recording, "topology"_a, "mined"_a, "times"_a, "kinds"_a, "cells"_a, "x"_a,
             "y"_a, "win"_a, "on_mine"_a, "question_marks"_a, "guessing"_a, "cell_size"_a, "about"_a)
        .def_prop_ro("topology", [](const Recording& self) { return self.topology; })
        .def_prop_ro("mined", view(&Recording::mine_bytes))
        .def_prop_ro("times", column(&MouseEvent::time), nb::rv_policy::automatic)
        .def_prop_ro("kinds", column(&MouseEvent::kind), nb::rv_policy::automatic)
        .def_prop_ro("cells", column(&MouseEvent::cell), nb::rv_policy::automatic)
        .def_prop_ro("x", column(&MouseEvent::x), nb::rv_policy::automatic)
        .def_prop_ro("y", column(&MouseEvent::y), nb::rv_policy::automatic)
        .def_ro("win", &Recording::win)
        .def_ro("on_mine", &Recording::on_mine)
        .def_ro("question_marks", &Recording::question_marks)
        .def_ro("guessing", &Recording::guessing)
        .def_ro("cell_size", &Recording::cell_size)
        .def_prop_ro("about", &about, "Names, values, and whether they have the common encoding of `shared`.")
        .def_prop_ro("shared", [](const Recording& self) { return bytes_of(self.shared_bytes()); })
        .def_prop_ro("stated_encoding", [](const Recording& self) { return bytes_of(self.own_encoding); });

    bind_error<MalformedPosition, text_and_shape>(module, "MalformedPosition");
    nb::class_<FilePosition>(module, "FilePosition", "A position in a file.")
        .def(
            "__init__",
            [](FilePosition* self, const sapper::Position& position, bool is_counted) {
                new (self) FilePosition{position, is_counted};
            },
            "position"_a, "is_counted"_a)
        .def_ro("position", &FilePosition::position)
        .def_ro("is_counted", &FilePosition::is_counted,
                "Whether the mine count is known. If not, that of the position means nothing.");
    nb::class_<FileMinefield>(module, "FileMinefield", "A minefield in a file.")
        .def(
            "__init__",
            [](FileMinefield* self, TopologyIn topology, const BytesIn& mine_bytes,
               std::optional<sapper::Cell> start) {
                std::vector<std::uint8_t> bytes = minefield_on(*topology, mine_bytes);
                if (start) sapper::check_cell(*start, *topology);
                new (self)
                    FileMinefield{std::move(topology), std::move(bytes), start.value_or(sapper::kNoCell)};
            },
            "topology"_a, "mined"_a, "start"_a.none())
        .def_prop_ro("topology", [](const FileMinefield& self) { return self.topology; })
        .def_prop_ro("mined", view(&FileMinefield::mine_bytes))
        .def_prop_ro("start", [](const FileMinefield& self) { return cell_or_none(self.start); });
    nb::class_<Hints>(module, "Hints", "What the caller knows about a file, or wants from it.")
        .def(
            "__init__",
            [](Hints* self, std::optional<std::int64_t> mines, TopologyIn topology, std::string topology_name,
               std::optional<std::uint8_t> kind, std::size_t first) {
                if (kind && *kind >= std::variant_size_v<Contents>)
                    throw std::invalid_argument("no such kind of contents");
                new (self) Hints{mines, std::move(topology), std::move(topology_name), {}, first};
                if (kind) self->kind = static_cast<sapper::Kind>(*kind);
            },
            "mines"_a.none(), "topology"_a.none(), "topology_name"_a, "kind"_a.none(), "first"_a,
            "`kind` is 0 for a position, 1 for a minefield, 2 for a replay.");

    module.attr("LARGEST_FILE") = sapper::kLargestFile;
    nb::class_<FileFormat>(module, "FileFormat", "A format of files.")
        .def_ro("name", &FileFormat::name)
        .def_ro("title", &FileFormat::title)
        .def_prop_ro("kinds", &kinds_of)
        .def_ro("is_text", &FileFormat::is_text)
        .def_prop_ro("writes", [](const FileFormat& self) { return self.write != nullptr; })
        .def_prop_ro("endings", &endings_of)
        .def(
            "recognises",
            [](const FileFormat& self, const nb::bytes& data) { return self.recognises(view_of(data)); },
            "data"_a)
        .def("read", &read_file, "data"_a, "hints"_a, "most_events"_a, "time_limit"_a = nb::none(),
             "cancel"_a = nb::none())
        .def("write", &write_file, "contents"_a, "program"_a, "first"_a, "The bytes of a file.");
    module.def("file_formats", [] {
        const auto formats = sapper::file_formats();
        return std::vector(formats.begin(), formats.end());
    });
    module.def(
        "answer_to_others", [](const nb::bytes& data) { return sapper::answer_to_others(view_of(data)); },
        "data"_a, "What to say of bytes that are something else than a board or a replay; empty if unknown.");
    module.def("identify", &identify, "data"_a, "hints"_a, "format"_a.none(), "most_events"_a,
               "time_limit"_a = nb::none(), "cancel"_a = nb::none(),
               "The name of the format, and what the data hold.");

    nb::class_<Container>(module, "Container", "Reads the replays of an EVFS file one at a time.")
        .def(nb::init<nb::bytes>(), "data"_a)
        .def("next", &Container::next, "most_events"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none());

    module.def("is_usual_mode", &sapper::is_usual_mode, "mode"_a);
    module.def(
        "encodings_of",
        [](const nb::bytes& text, const nb::bytes& claim) {
            return sapper::encodings_of(view_of(text), view_of(claim));
        },
        "text"_a, "stated"_a);

    module.attr("NO_CELL") = sapper::kNoCell;
    module.def("mouse_kinds",
               [] { return std::vector(sapper::kMouseKinds.begin(), sapper::kMouseKinds.end()); });
    // The arguments are the kinds and the cells of the events. A cell is any number that no other cell has;
    // NO_CELL is off the board.
    module.def("mouse_actions", &mouse_actions, "kinds"_a, "cells"_a,
               "The actions of events, each with the index of its event, and the cell on which its button "
               "went down.");
    module.def(
        "time_of",
        [](std::string_view timestamp) -> std::optional<std::pair<std::int64_t, std::int32_t>> {
            const std::optional<sapper::Instant> instant = sapper::time_of(timestamp);
            if (!instant) return std::nullopt;
            return std::pair(instant->microseconds, instant->offset_seconds);
        },
        "timestamp"_a, "Microseconds since 1970, and how many seconds the clock was ahead of UTC.");
}

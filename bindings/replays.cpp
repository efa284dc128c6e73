#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <stdexcept>

#include "arrays.hpp"
#include "bind.hpp"
#include "replays/mouse.hpp"
#include "replays/timestamps.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Action;
using sapper::Cell;
using sapper::MouseAction;
using sapper::MouseEvent;
using sapper::MouseKind;

namespace {

using Cells = ArrayIn<Cell>;

std::vector<MouseEvent> events_of(const BytesIn& kinds, const Cells& cells) {
    if (kinds.size() != cells.size()) throw std::invalid_argument("every event has a kind and a cell");
    std::vector<MouseEvent> events;
    events.reserve(kinds.size());
    for (std::size_t i = 0; i < kinds.size(); ++i)
        events.push_back({0.0, static_cast<MouseKind>(kinds(i)), cells(i), 0, 0});
    return events;
}

std::vector<std::tuple<std::size_t, Action::Kind, Cell>> mouse_actions(const BytesIn& kinds,
                                                                       const Cells& cells) {
    std::vector<std::tuple<std::size_t, Action::Kind, Cell>> actions;
    for (const auto& [event, kind, press_cell] : sapper::actions_of(events_of(kinds, cells)))
        actions.emplace_back(event, kind, press_cell);
    return actions;
}

}  // namespace

// The arguments are the kinds and the cells of the events. A cell is any number that no other cell has;
// NO_CELL is off the board.
void bind_replays(nb::module_& module) {
    module.attr("NO_CELL") = sapper::kNoCell;
    module.def("mouse_kinds",
               [] { return std::vector(sapper::kMouseKinds.begin(), sapper::kMouseKinds.end()); });
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

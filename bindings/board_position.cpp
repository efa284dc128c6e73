#include <nanobind/operators.h>
#include <nanobind/stl/shared_ptr.h>

#include "arrays.hpp"
#include "bind.hpp"
#include "board/position.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Mark;
using sapper::Position;
using sapper::PositionError;
using sapper::Topology;

namespace {

void make_position(Position* self, std::shared_ptr<const Topology> topology, std::uint32_t mines,
                   const ArrayIn<Mark>& marks) {
    std::vector<Mark> copy(marks.data(), marks.data() + marks.size());
    nb::gil_scoped_release release;
    new (self) Position(std::move(topology), mines, std::move(copy));
}

}  // namespace

void bind_position(nb::module_& module) {
    bind_error<PositionError, text_and_cell<PositionError>>(module, "PositionError");

    nb::class_<Position>(module, "Position", "What the player sees.")
        .def("__init__", &make_position, "topology"_a, "mines"_a, "marks"_a)
        .def_prop_ro("topology", [](const Position& self) { return self.topology; })
        .def_ro("mines", &Position::mines)
        .def_prop_ro("marks", view(&Position::marks))
        .def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"));
}

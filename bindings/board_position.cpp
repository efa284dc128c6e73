#include <nanobind/ndarray.h>
#include <nanobind/operators.h>
#include <nanobind/stl/shared_ptr.h>

#include "bind.hpp"
#include "board/position.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Mark;
using sapper::Position;
using sapper::PositionError;
using sapper::Topology;

namespace {

using MarksIn = nb::ndarray<const Mark, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using MarksOut = nb::ndarray<nb::numpy, const Mark, nb::ndim<1>>;

void make_position(Position* self, std::shared_ptr<const Topology> topology, std::uint32_t mines,
                   const MarksIn& marks) {
    std::vector<Mark> copy(marks.data(), marks.data() + marks.size());
    nb::gil_scoped_release release;
    new (self) Position(std::move(topology), mines, std::move(copy));
}

// A view: the array keeps the position alive.
MarksOut marks_of(nb::handle_t<Position> self) {
    const Position& position = nb::cast<const Position&>(self);
    return MarksOut(position.marks.data(), {position.marks.size()}, self);
}

nb::object& position_error() {
    static nb::object* type = new nb::object();
    return *type;
}

void translate_position_error(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const PositionError& error) {
        raise_with_cell(position_error().ptr(), error.what(), error.cell);
    }
}

}  // namespace

void bind_position(nb::module_& module) {
    position_error() = nb::exception<PositionError>(module, "PositionError", PyExc_ValueError);
    nb::register_exception_translator(translate_position_error);

    nb::class_<Position>(module, "Position", "What the player sees.")
        .def("__init__", &make_position, "topology"_a, "mines"_a, "marks"_a)
        .def_prop_ro("topology", [](const Position& self) { return self.topology; })
        .def_ro("mines", &Position::mines)
        .def_prop_ro("marks", &marks_of)
        .def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"));
}

#include <nanobind/operators.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bind.hpp"
#include "board/board_names.hpp"
#include "board/position.hpp"
#include "board/topology.hpp"
#include "util/random.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Cell;
using sapper::Mark;
using sapper::Position;
using sapper::PositionError;
using sapper::Random;
using sapper::Stream;
using sapper::Topology;

namespace {

nb::typed<nb::tuple, int, nb::ellipsis> shape(const Topology& topology) {
    return nb::tuple(nb::cast(topology.shape()));
}

std::vector<Cell> neighbours(const Topology& topology, std::size_t cell) {
    if (cell >= topology.size()) throw nb::index_error("no such cell");
    const Topology::Neighbours around = topology.neighbours(static_cast<Cell>(cell));
    return {around.begin(), around.end()};
}

void make_position(Position* self, TopologyIn topology, std::uint32_t mines, const ArrayIn<Mark>& marks) {
    std::vector<Mark> copy(marks.data(), marks.data() + marks.size());
    const WithoutLock without_lock;
    new (self) Position(std::move(topology), mines, std::move(copy));
}

}  // namespace

void bind_board(nb::module_& module) {
    module.attr("MAX_DIMENSIONS") = sapper::kMaxDimensions;
    module.def(
        "board_levels",
        [] {
            std::vector<std::tuple<std::string_view, std::size_t, std::size_t, std::size_t>> levels;
            for (const auto& [name, rows, columns, mines] : sapper::kBoardLevels)
                levels.emplace_back(name, rows, columns, mines);
            return levels;
        },
        "The names, rows, columns and mines of the levels.");
    module.def("level_of", &sapper::level_of, "topology"_a, "mines"_a);

    nb::class_<Topology>(module, "Topology", "Which cells touch which.")
        .def_static("grid", &Topology::grid, "shape"_a, Release())
        .def_static("torus", &Topology::torus, "shape"_a, Release())
        .def_static("hexagons", &Topology::hexagons, "rows"_a, "columns"_a, Release())
        .def_static("octagons", &Topology::octagons, "rows"_a, "columns"_a, Release())
        .def_static("graph", &Topology::graph, "adjacency"_a, Release())
        .def_prop_ro("kind", &sapper::kind_name)
        .def_prop_ro("shape", &shape)
        .def_prop_ro("size", &Topology::size)
        .def_prop_ro("max_degree", &Topology::max_degree)
        .def("neighbours", &neighbours, "cell"_a)
        .def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"))
        .def("__hash__", &Topology::hash);

    bind_error<PositionError, text_and_cell<PositionError>>(module, "PositionError");

    nb::class_<Position>(module, "Position", "What the player sees.")
        .def("__init__", &make_position, "topology"_a, "mines"_a, "marks"_a)
        .def_prop_ro("topology", [](const Position& self) { return self.topology; })
        .def_ro("mines", &Position::mines)
        .def_prop_ro("marks", view(&Position::marks))
        .def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"));

    nb::enum_<Stream>(module, "Stream", "What random numbers are for.")
        .value("minefield", Stream::minefield)
        .value("strategy", Stream::strategy)
        .value("metrics", Stream::metrics);

    module.def("philox", &sapper::philox, "counter"_a, "key"_a, "One block of Philox4x32-10.");

    nb::class_<Random>(module, "Random", "The random numbers of (seed, game, stream).")
        .def(nb::init<std::uint64_t, std::uint64_t, Stream>(), "seed"_a, "game"_a, "stream"_a)
        .def("next", &Random::next)
        .def("below", &Random::below, "bound"_a);
}

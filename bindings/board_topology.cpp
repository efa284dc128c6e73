#include <nanobind/operators.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind.hpp"
#include "board/topology.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Cell;
using sapper::Topology;

namespace {

std::string kind_name(const Topology& topology) {
    switch (topology.kind()) {
        case Topology::Kind::grid:
            return "grid";
        case Topology::Kind::torus:
            return "torus";
        case Topology::Kind::hexagons:
            return "hexagons";
        case Topology::Kind::octagons:
            return "octagons";
        case Topology::Kind::graph:
            break;
    }
    return "graph";
}

nb::typed<nb::tuple, int, nb::ellipsis> shape(const Topology& topology) {
    return nb::tuple(nb::cast(topology.shape()));
}

std::vector<Cell> neighbours(const Topology& topology, std::size_t cell) {
    if (cell >= topology.size()) throw nb::index_error("no such cell");
    const Topology::Neighbours around = topology.neighbours(static_cast<Cell>(cell));
    return {around.begin(), around.end()};
}

}  // namespace

void bind_topology(nb::module_& module) {
    module.attr("MAX_DIMENSIONS") = sapper::kMaxDimensions;

    nb::class_<Topology>(module, "Topology", "Which cells touch which.")
        .def_static("grid", &Topology::grid, "shape"_a, Release())
        .def_static("torus", &Topology::torus, "shape"_a, Release())
        .def_static("hexagons", &Topology::hexagons, "rows"_a, "columns"_a, Release())
        .def_static("octagons", &Topology::octagons, "rows"_a, "columns"_a, Release())
        .def_static("graph", &Topology::graph, "adjacency"_a, Release())
        .def_prop_ro("kind", &kind_name)
        .def_prop_ro("shape", &shape)
        .def_prop_ro("size", &Topology::size)
        .def_prop_ro("max_degree", &Topology::max_degree)
        .def("neighbours", &neighbours, "cell"_a)
        .def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"))
        .def("__hash__", &Topology::hash);
}

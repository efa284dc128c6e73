#include "bind.hpp"
#include "board/topology.hpp"

namespace nb = nanobind;

void raise_with_cell(PyObject* type, const char* text, std::uint32_t cell) {
    const nb::object where = cell == sapper::kNoCell ? nb::none() : nb::object(nb::int_(cell));
    PyErr_SetObject(type, nb::make_tuple(text, where).ptr());
}

void bind_board(nb::module_& module) {
    bind_topology(module);
    bind_position(module);
    bind_random(module);
    bind_game(module);
}

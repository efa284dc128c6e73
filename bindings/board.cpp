#include "bind.hpp"

void bind_board(nanobind::module_& module) {
    bind_topology(module);
    bind_position(module);
}

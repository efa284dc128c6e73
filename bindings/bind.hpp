// The entry points of the binding files, one for each folder of the engine.
#pragma once

#include <nanobind/nanobind.h>

void bind_board(nanobind::module_& module);
void bind_inference(nanobind::module_& module);

// Parts of bind_board.
void bind_topology(nanobind::module_& module);
void bind_position(nanobind::module_& module);

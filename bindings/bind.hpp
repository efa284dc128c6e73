// The entry points of the binding files, one for each folder of the engine.
#pragma once

#include <nanobind/nanobind.h>

void bind_board(nanobind::module_& module);
void bind_inference(nanobind::module_& module);
void bind_knowledge(nanobind::module_& module);
void bind_boards(nanobind::module_& module);
void bind_strategy(nanobind::module_& module);
void bind_simulation(nanobind::module_& module);
void bind_optimum(nanobind::module_& module);
void bind_poll(nanobind::module_& module);

// Parts of bind_board.
void bind_topology(nanobind::module_& module);
void bind_position(nanobind::module_& module);
void bind_random(nanobind::module_& module);
void bind_game(nanobind::module_& module);

// An error whose arguments are the text and the cell, or None.
void raise_with_cell(PyObject* type, const char* text, std::uint32_t cell);

// Part of bind_knowledge.
void bind_hints(nanobind::module_& module);

// Part of bind_boards.
void bind_search(nanobind::module_& module);

// Parts of bind_inference.
void bind_inference_anatomy(nanobind::module_& module);
void bind_inference_batch(nanobind::module_& module);
void bind_inference_state(nanobind::module_& module);

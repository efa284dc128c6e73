// The entry points of the binding files, and what several of them share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "board/position.hpp"
#include "board/topology.hpp"
#include "lock.hpp"
#include "util/lists.hpp"

void bind_limits(nanobind::module_& module);
void bind_board(nanobind::module_& module);
void bind_inference(nanobind::module_& module);
void bind_deduction(nanobind::module_& module);
void bind_minefields(nanobind::module_& module);
void bind_strategy(nanobind::module_& module);
void bind_hints(nanobind::module_& module);
void bind_simulation(nanobind::module_& module);
void bind_environments(nanobind::module_& module);
void bind_reviews(nanobind::module_& module);
void bind_formats(nanobind::module_& module);
void bind_screen(nanobind::module_& module);
void bind_protocol(nanobind::module_& module);

using TopologyIn = std::shared_ptr<const sapper::Topology>;
using PriorIn = std::shared_ptr<const sapper::MinePrior>;  // null for None

// Makes a Python exception for an error. `arguments` makes the tuple of its arguments from the error.
template <typename Error, nanobind::tuple (*arguments)(const Error&)>
void bind_error(nanobind::module_& module, const char* name) {
    const nanobind::exception<Error> type(module, name, PyExc_ValueError);
    const auto translate = [](const std::exception_ptr& pointer, void* its_type) {
        try {
            std::rethrow_exception(pointer);
        } catch (const Error& error) {
            PyErr_SetObject(static_cast<PyObject*>(its_type), arguments(error).ptr());
        }
    };
    nanobind::register_exception_translator(translate, type.inc_ref().ptr());
}

// The cell, or None for kNoCell.
inline std::optional<sapper::Cell> cell_or_none(sapper::Cell cell) {
    return cell == sapper::kNoCell ? std::nullopt : std::optional(cell);
}

// The arguments of an error about a place: the text and the cell.
template <typename Error>
nanobind::tuple text_and_cell(const Error& error) {
    return nanobind::make_tuple(error.what(), cell_or_none(error.cell));
}

// The names and summaries of the entries.
inline std::vector<std::pair<std::string, std::string>> list_of(const auto& entries) {
    std::vector<std::pair<std::string, std::string>> result;
    for (const sapper::Entry& entry : entries)
        result.emplace_back(entry.name, entry.summary);
    return result;
}

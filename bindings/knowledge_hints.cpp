#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "bind.hpp"
#include "board/position.hpp"
#include "knowledge/explainer.hpp"
#include "poll.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Cell;
using sapper::Claim;
using sapper::Deduction;

namespace {

// The deductions, and whether they find everything that is certain.
std::pair<std::vector<Deduction>, bool> explain(const sapper::Position& position,
                                                std::optional<double> time_limit, const Cancel* cancel,
                                                std::optional<std::size_t> budget,
                                                std::optional<std::uint64_t> looks, bool mine_count) {
    sapper::Limits limits = limits_of(time_limit, cancel);
    if (budget) limits.values = *budget;
    sapper::Explanation found =
        sapper::explain(position, limits, looks.value_or(sapper::kMostLooks), mine_count);
    return {std::move(found.deductions), found.complete};
}

std::vector<Cell> claimed(const Deduction& deduction, bool mine) {
    std::vector<Cell> cells;
    for (Claim claim : deduction.claims) {
        if (claim.mine == mine) cells.push_back(claim.cell);
    }
    return cells;
}

// Cell, whether it is a mine, and the number that says so, if any.
using Step = nb::typed<nb::tuple, Cell, bool, std::optional<Cell>>;

std::vector<Step> steps_of(const Deduction& deduction) {
    std::vector<Step> steps;
    for (const sapper::Trial::Step& step : deduction.steps)
        steps.push_back(Step(nb::make_tuple(step.claim.cell, step.claim.mine, cell_or_none(step.number))));
    return steps;
}

}  // namespace

void bind_hints(nb::module_& module) {
    nb::class_<Deduction>(module, "Deduction", "Cells that are certain, and why.")
        .def_prop_ro("rule", [](const Deduction& self) { return static_cast<std::size_t>(self.rule); })
        .def_prop_ro("difficulty",
                     [](const Deduction& self) { return static_cast<std::size_t>(self.difficulty); })
        .def_prop_ro("safe", [](const Deduction& self) { return claimed(self, false); })
        .def_prop_ro("mines", [](const Deduction& self) { return claimed(self, true); })
        .def_prop_ro("numbers", [](const Deduction& self) { return self.premises.numbers; })
        .def_prop_ro("given", [](const Deduction& self) { return self.premises.given; })
        .def_prop_ro("mine_count", [](const Deduction& self) { return self.premises.mine_count; })
        .def_prop_ro("steps", &steps_of)
        .def_prop_ro("conflict", [](const Deduction& self) { return cell_or_none(self.conflict); });

    module.def("explain", &explain, "position"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none(),
               "budget"_a = nb::none(), "looks"_a = nb::none(), "mine_count"_a = true, Release());
}

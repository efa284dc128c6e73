#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <tuple>

#include "bind.hpp"
#include "board/board_names.hpp"
#include "board/position.hpp"
#include "deduction/explanation_in_words.hpp"
#include "deduction/levels.hpp"
#include "limits.hpp"
#include "phrases.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Cell;
using sapper::Claim;
using sapper::Deduction;
using sapper::ExplanationInWords;

namespace {

// Cells, and the least and the most mines among them.
using Item = nb::typed<nb::tuple, std::vector<Cell>, std::uint32_t, std::uint32_t>;
using Conclusions = nb::typed<nb::tuple, std::vector<Cell>, std::vector<Cell>, std::vector<Item>>;

Conclusions conclusions_of(sapper::Level& level, std::size_t cells) {
    const std::span<const Cell> safe = level.safe();
    std::vector<Cell> mines;
    for (Cell cell = 0; cell < cells; ++cell) {
        if (level.is_mine(cell)) mines.push_back(cell);
    }
    std::vector<Item> items;
    level.for_each_item([&](const sapper::Item& item) {
        const std::vector<Cell> around(item.cells.begin(), item.cells.end());
        items.push_back(Item(nb::make_tuple(around, item.least, item.most)));
    });
    return Conclusions(nb::make_tuple(std::vector<Cell>(safe.begin(), safe.end()), mines, items));
}

std::unique_ptr<sapper::Level> level_for(std::string_view name, const sapper::Position& position) {
    std::unique_ptr<sapper::Level> level = sapper::make_level(name, position.topology, position.mines);
    level->begin(position.marks);
    return level;
}

Conclusions conclude(std::string_view name, const sapper::Position& position) {
    return conclusions_of(*level_for(name, position), position.marks.size());
}

// The conclusions of a level that follows a game from one position to the next, each with more cells
// revealed.
std::vector<Conclusions> conclude_all(std::string_view name,
                                      const std::vector<const sapper::Position*>& positions) {
    std::vector<Conclusions> conclusions;
    std::unique_ptr<sapper::Level> level;
    std::vector<Cell> changes;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (positions[i] == nullptr) throw std::invalid_argument("None is not a position");
        const std::vector<sapper::Mark>& marks = positions[i]->marks;
        sapper::check_same_board(*positions[i]->topology, positions[i]->mines, "a position",
                                 *positions[0]->topology, positions[0]->mines, "the first one");
        if (i == 0) {
            level = level_for(name, *positions[0]);
        } else {
            changes.clear();
            for (Cell cell = 0; cell < marks.size(); ++cell) {
                if (marks[cell] != positions[i - 1]->marks[cell]) changes.push_back(cell);
            }
            level->follow(marks, changes);
        }
        conclusions.push_back(conclusions_of(*level, marks.size()));
    }
    return conclusions;
}

// The index among the difficulties.
std::optional<std::size_t> difficulty_of(const sapper::Position& position, std::optional<double> time_limit,
                                         const Cancel* cancel) {
    const auto difficulty = sapper::difficulty_of(position, limits_of(time_limit, cancel));
    return difficulty ? std::optional(static_cast<std::size_t>(*difficulty)) : std::nullopt;
}

Conclusions conclude_up_to(std::size_t hardest, const sapper::Position& position) {
    if (hardest >= sapper::difficulties().size()) throw std::out_of_range("no such rule");
    const auto level =
        sapper::level_up_to(static_cast<sapper::Difficulty>(hardest), position.topology, position.mines);
    level->begin(position.marks);
    return conclusions_of(*level, position.marks.size());
}

ExplanationInWords explain(const sapper::Position& position, std::optional<double> time_limit,
                           const Cancel* cancel, std::optional<std::size_t> budget,
                           std::optional<std::uint64_t> looks, bool mine_count) {
    sapper::Limits limits = limits_of(time_limit, cancel);
    if (budget) limits.values = *budget;
    return {position, sapper::explain(position, limits, looks.value_or(sapper::kMostLooks), mine_count)};
}

// Checks deductions from Python, because they may be those of another board.
void check_deductions(const sapper::Position& position, const std::vector<Deduction>& deductions) {
    const sapper::Topology& topology = *position.topology;
    std::vector<bool> is_decided(position.marks.size());
    for (const Deduction& each : deductions) {
        for (const Cell cell : each.premises.numbers)
            sapper::check_cell(cell, topology);
        for (const Cell cell : each.premises.known_cells) {
            sapper::check_cell(cell, topology);
            if (!is_decided[cell])
                throw std::invalid_argument("a deduction rests on what none before it finds");
        }
        for (const sapper::Trial::Step& step : each.steps)
            sapper::check_cell(step.claim.cell, topology);
        if (each.conflict != sapper::kNoCell) sapper::check_cell(each.conflict, topology);
        for (const Claim claim : each.claims) {
            sapper::check_cell(claim.cell, topology);
            is_decided[claim.cell] = true;
        }
    }
}

Deduction deduction_at(const ExplanationInWords& explanation, std::size_t place) {
    return explanation.deductions()[place];
}

PhraseOut sentence_at(const ExplanationInWords& explanation, std::size_t place) {
    return phrase_out(explanation.sentence(place));
}

PhraseOut explanation_at(const ExplanationInWords& explanation, std::size_t place) {
    return phrase_out(explanation.explanation(place));
}

std::tuple<std::vector<Cell>, std::vector<Cell>, bool> premises_at(const ExplanationInWords& explanation,
                                                                   std::size_t place) {
    const auto [numbers, known_cells, mine_count] = explanation.premises(place);
    return {numbers, known_cells, mine_count};
}

// Calls one of these functions, or a method like them, after a check of the place.
template <auto Function>
auto call_at(const ExplanationInWords& explanation, std::size_t place) {
    if (place >= explanation.deductions().size()) throw std::out_of_range("no such deduction");
    return std::invoke(Function, explanation, place);
}

// A deduction in a pickle: its fields in their order. Claims are pairs of a cell and whether it is a mine,
// and steps also have the number that forces them.
using DeductionState =
    std::tuple<std::size_t, std::size_t, std::vector<std::pair<Cell, bool>>, std::vector<Cell>,
               std::vector<Cell>, bool, std::vector<std::tuple<Cell, bool, Cell>>, Cell>;

DeductionState pickle(const Deduction& deduction) {
    DeductionState pickle(static_cast<std::size_t>(deduction.rule),
                          static_cast<std::size_t>(deduction.difficulty), {}, deduction.premises.numbers,
                          deduction.premises.known_cells, deduction.premises.mine_count, {},
                          deduction.conflict);
    for (const Claim claim : deduction.claims)
        std::get<2>(pickle).emplace_back(claim.cell, claim.mine);
    for (const sapper::Trial::Step& step : deduction.steps)
        std::get<6>(pickle).emplace_back(step.claim.cell, step.claim.mine, step.number);
    return pickle;
}

void restore(Deduction& deduction, const DeductionState& pickle) {
    const auto& [rule, difficulty, claims, numbers, known_cells, mine_count, steps, conflict] = pickle;
    new (&deduction) Deduction{static_cast<sapper::Difficulty>(rule),
                               static_cast<sapper::Difficulty>(difficulty),
                               {},
                               {numbers, known_cells, mine_count},
                               {},
                               conflict};
    for (const auto& [cell, mine] : claims)
        deduction.claims.push_back({cell, mine});
    for (const auto& [cell, mine, number] : steps)
        deduction.steps.push_back({{cell, mine}, number});
}

}  // namespace

void bind_deduction(nb::module_& module) {
    nb::class_<Deduction>(module, "Deduction", "Cells that are certain, and why.")
        .def_prop_ro("rule", [](const Deduction& self) { return static_cast<std::size_t>(self.rule); })
        .def_prop_ro("difficulty",
                     [](const Deduction& self) { return static_cast<std::size_t>(self.difficulty); })
        .def_prop_ro("safe", [](const Deduction& self) { return self.proved_cells(false); })
        .def_prop_ro("mines", [](const Deduction& self) { return self.proved_cells(true); })
        .def_prop_ro("numbers", [](const Deduction& self) { return self.premises.numbers; })
        .def_prop_ro("given", [](const Deduction& self) { return self.premises.known_cells; })
        .def_prop_ro("mine_count", [](const Deduction& self) { return self.premises.mine_count; })
        .def("__getstate__", &pickle)
        .def("__setstate__", &restore);

    nb::class_<ExplanationInWords>(
        module, "Explanation", "Deductions, by their places. Their words are made when they are first read.")
        .def(
            "__init__",
            [](ExplanationInWords* self, const sapper::Position& position, std::vector<Deduction> deductions,
               bool complete) {
                check_deductions(position, deductions);
                new (self) ExplanationInWords(position, {std::move(deductions), complete});
            },
            "position"_a, "deductions"_a, "complete"_a)
        .def("__len__", [](const ExplanationInWords& self) { return self.deductions().size(); })
        .def_prop_ro("deductions", &ExplanationInWords::deductions)
        .def_prop_ro("complete", &ExplanationInWords::complete,
                     "Whether the deductions cover everything that is certain.")
        .def_prop_ro("in_turn", &ExplanationInWords::in_turn)
        .def("deduction", &call_at<&deduction_at>, "place"_a)
        .def("pattern", &call_at<&ExplanationInWords::pattern>, "place"_a)
        .def("sentence", &call_at<&sentence_at>, "place"_a)
        .def("support", &call_at<&ExplanationInWords::support>, "place"_a)
        .def("explanation", &call_at<&explanation_at>, "place"_a)
        .def("premises", &call_at<&premises_at>, "place"_a,
             "All that an explanation rests on: numbers, hidden cells, whether the mine count is needed.");

    module.def("explain", &explain, "position"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none(),
               "budget"_a = nb::none(), "looks"_a = nb::none(), "mine_count"_a = true, Release());

    module.def(
        "levels", [] { return list_of(sapper::levels()); },
        "The names of the inference levels, the weakest first, and what each is.");
    module.def("conclude", &conclude, "level"_a, "position"_a,
               "What a level concludes about a position: safe cells, mines, and items.");
    module.def("conclude_all", &conclude_all, "level"_a, "positions"_a,
               "The same for positions of one game, one after another.");

    module.def(
        "difficulties", [] { return list_of(sapper::difficulties()); },
        "The names of the rules, the easiest first, and what each is.");
    module.def("difficulty_of", &difficulty_of, "position"_a, "time_limit"_a = nb::none(),
               "cancel"_a = nb::none(), Release());
    module.def("conclude_up_to", &conclude_up_to, "hardest"_a, "position"_a,
               "What the rules up to this index conclude: safe cells, mines, and items.");
}

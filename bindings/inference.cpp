#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bind.hpp"
#include "board/board_names.hpp"
#include "inference/analysis.hpp"
#include "inference/conflict.hpp"
#include "limits.hpp"
#include "python_objects.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Analysis;
using sapper::Anatomy;
using sapper::BatchAnalysis;
using sapper::Cell;
using sapper::ComponentAnatomy;
using sapper::Inference;

namespace {

// `budget` is the most values that counting a component may store; none for the usual number.
sapper::Limits counting_limits(std::optional<double> time_limit, std::optional<std::size_t> budget,
                               const Cancel* cancel, bool estimate) {
    sapper::Limits limits = limits_of(time_limit, cancel);
    if (budget) limits.values = *budget;
    limits.estimate = estimate;
    return limits;
}

AnalysisObject analyse(const sapper::Position& position, bool trust_flags, std::optional<double> time_limit,
                       std::optional<std::size_t> budget, const Cancel* cancel, bool estimate) {
    const sapper::Limits limits = counting_limits(time_limit, budget, cancel, estimate);
    return {sapper::analyse(position, trust_flags, limits), position.topology};
}

std::optional<Cell> safest_cell(const AnalysisObject& analysis) {
    return cell_or_none(analysis.safest.cell);
}

// For each component: its least number of mines, and roughly the base-two logarithm of its ways.
std::vector<std::pair<std::uint32_t, double>> sweeps(const AnalysisObject& analysis) {
    std::vector<std::pair<std::uint32_t, double>> result;
    for (const auto& sweep : analysis.factors.sweeps)
        result.emplace_back(sweep->least_mines(), sweep->log2_ways());
    return result;
}

std::vector<std::uint32_t> ways_modulo(const AnalysisObject& analysis, std::size_t sweep, std::uint32_t prime,
                                       std::optional<double> time_limit, const Cancel* cancel) {
    return analysis.factors.sweeps.at(sweep)->ways_modulo(prime, limits_of(time_limit, cancel));
}

nb::tuple about(const sapper::Contradiction& error) {
    return nb::make_tuple(error.what(), error.numbers, error.mine_count);
}

BatchAnalysis analyse_batch(const TopologyIn& topology, const ArrayIn<sapper::Mark>& marks,
                            const ArrayIn<std::uint32_t>& mines, const PriorIn& prior, bool trust_flags,
                            const Writable<double>& mine_probability, const Writable<std::uint8_t>& verdicts,
                            unsigned threads, std::optional<double> time_limit,
                            std::optional<std::size_t> budget, const Cancel* cancel, bool estimate) {
    if (marks.size() != mines.size() * topology->size())
        throw std::invalid_argument(std::to_string(marks.size()) + " marks do not fit " +
                                    std::to_string(mines.size()) + " positions on " +
                                    sapper::in_words(*topology));
    if (mine_probability.size() != marks.size() || verdicts.size() != marks.size())
        throw std::invalid_argument("there must be as many results as marks");
    const sapper::BatchCells cells = {{mine_probability.data(), marks.size()},
                                      {reinterpret_cast<sapper::Verdict*>(verdicts.data()), marks.size()}};
    return sapper::analyse_batch(topology, span_of(marks), span_of(mines), prior, trust_flags, cells, threads,
                                 counting_limits(time_limit, budget, cancel, estimate));
}

// The time limit counts from here, not from each call.
void make(InferenceObject* self, TopologyIn topology, std::uint32_t mines, std::optional<double> time_limit,
          std::optional<std::size_t> budget, const Cancel* cancel, bool estimate) {
    if (mines > topology->size()) throw std::invalid_argument("more mines than cells");
    new (self)
        InferenceObject(std::move(topology), mines, counting_limits(time_limit, budget, cancel, estimate));
}

const sapper::Topology& topology_of(const Inference& self) {
    return self.constraints().topology();
}

void check_hidden(const Inference& self, Cell cell) {
    using CellState = sapper::Constraints::CellState;
    sapper::check_cell(cell, topology_of(self));
    const CellState state = self.constraints().state(cell);
    if (state == CellState::number || state == CellState::exploded)
        throw std::invalid_argument("cell " + std::to_string(cell) + " is not hidden");
}

void load(InferenceObject& self, const sapper::Position& position, bool trust_flags) {
    const Changing changing(self.users, kInference);
    self.load(position, trust_flags);
}

void reveal(InferenceObject& self, Cell cell, sapper::Mark number) {
    const Changing changing(self.users, kInference);
    check_hidden(self, cell);
    if (number < 0 || static_cast<std::size_t>(number) > topology_of(self).degree(cell))
        throw std::invalid_argument("no cell there shows " + std::to_string(number));
    self.reveal(cell, number);
}

void explode(InferenceObject& self, Cell cell) {
    const Changing changing(self.users, kInference);
    check_hidden(self, cell);
    self.explode(cell);
}

void open(InferenceObject& self, Cell cell) {
    const Changing changing(self.users, kInference);
    check_hidden(self, cell);
    self.open({&cell, 1});
}

void pop(InferenceObject& self) {
    const Changing changing(self.users, kInference);
    if (self.depth() == 0) throw std::out_of_range("pop without push: nothing to take back");
    self.pop();
}

// Answers are computed on demand, so every call changes the inference.
template <auto Method>
auto call(InferenceObject& self) {
    const Changing changing(self.users, kInference);
    return (self.*Method)();
}

// Calls a method that needs a possible position.
template <auto Method>
auto if_possible(InferenceObject& self) {
    const Changing changing(self.users, kInference);
    self.check_possible();
    return (self.*Method)();
}

std::vector<double> outcomes(InferenceObject& self, Cell cell) {
    const Changing changing(self.users, kInference);
    check_hidden(self, cell);
    self.check_possible();
    return self.outcomes(cell);
}

// One value for each cell.
template <typename T>
std::vector<T> of_cells(InferenceObject& self, auto value) {
    const WithoutLock without_lock;
    const Changing changing(self.users, kInference);
    self.check_possible();
    std::vector<T> result(topology_of(self).size());
    for (Cell cell = 0; cell < result.size(); ++cell)
        result[cell] = static_cast<T>(self.about(cell).*value);
    return result;
}

auto probabilities(double Inference::Answer::* member) {
    return [member](InferenceObject& self) { return array_of(of_cells<double>(self, member)); };
}

ArrayOut<std::uint8_t> verdicts(InferenceObject& self) {
    return array_of(of_cells<std::uint8_t>(self, &Inference::Answer::verdict));
}

std::optional<std::pair<Cell, double>> safest(InferenceObject& self) {
    const sapper::CellRisk guess = if_possible<&Inference::safest>(self);
    if (guess.cell == sapper::kNoCell) return std::nullopt;
    return std::pair(guess.cell, guess.risk);
}

void bind_inference_state(nb::module_& module) {
    nb::class_<InferenceObject>(module, "Inference", "Inference on one position that changes.")
        .def("__init__", &make, "topology"_a, "mines"_a, "time_limit"_a = nb::none(), "budget"_a = nb::none(),
             "cancel"_a = nb::none(), "estimate"_a = true, nb::keep_alive<1, 6>(), Release())
        .def("load", &load, "position"_a, "trust_flags"_a = false, Release())
        .def("reveal", &reveal, "cell"_a, "number"_a, Release())
        .def("explode", &explode, "cell"_a, Release())
        .def("open", &open, "cell"_a, Release())
        .def("push", &call<&Inference::push>, Release())
        .def("pop", &pop, Release())
        .def_prop_ro("depth", &call<&Inference::depth>)
        .def("possible", &call<&Inference::possible>, Release())
        .def("mine_probability", probabilities(&Inference::Answer::mine_probability))
        .def("error", probabilities(&Inference::Answer::error))
        .def("verdicts", &verdicts, "0 revealed, 1 uncertain, 2 safe, 3 mine.")
        .def("safest", &safest, Release())
        .def("outcomes", &outcomes, "cell"_a, "The chances that the cell is safe and shows 0, 1, ...",
             Release())
        .def("log_configurations", &if_possible<&Inference::log_configurations>, Release())
        .def("log_configurations_error", &if_possible<&Inference::log_configurations_error>, Release())
        .def("exact", &if_possible<&Inference::exact>, Release());
}

}  // namespace

void bind_inference(nb::module_& module) {
    bind_error<sapper::Contradiction, about>(module, "Contradiction");
    nb::exception<sapper::BudgetExceeded>(module, "BudgetExceeded", PyExc_RuntimeError);
    nb::class_<AnalysisObject>(module, "Analysis", "What the numbers say about the hidden cells.")
        .def_prop_ro("mine_probability", board_view<AnalysisObject>(&Analysis::mine_probability))
        .def_prop_ro("error", view<AnalysisObject, double>(&Analysis::error),
                     "The error of each probability of an estimate; empty if exact.")
        .def_prop_ro("verdicts", view<AnalysisObject, sapper::Verdict>(&Analysis::verdicts),
                     "0 revealed, 1 uncertain, 2 safe, 3 mine.")
        .def_ro("log_configurations", &Analysis::log_configurations)
        .def_ro("log_configurations_error", &Analysis::log_configurations_error)
        .def_ro("exact", &Analysis::exact)
        .def_prop_ro("safest", &safest_cell)
        .def_prop_ro("sea", [](const AnalysisObject& self) { return self.factors.sea; })
        .def_prop_ro("mines", [](const AnalysisObject& self) { return self.factors.mines; })
        .def_prop_ro("sweeps", &sweeps)
        .def("ways_modulo", &ways_modulo, "sweep"_a, "prime"_a, "time_limit"_a = nb::none(),
             "cancel"_a = nb::none(), Release());

    module.def("analyse", &analyse, "position"_a, "trust_flags"_a, "time_limit"_a.none(), "budget"_a.none(),
               "cancel"_a = nb::none(), "estimate"_a = true, Release());
    module.def(
        "trusting_flags",
        [](const sapper::Position& position, bool mine_count, std::optional<double> time_limit,
           const Cancel* cancel) {
            return sapper::with_trusted_flags(position, mine_count, limits_of(time_limit, cancel));
        },
        "position"_a, "mine_count"_a, "time_limit"_a.none(), "cancel"_a.none(), Release());

    nb::class_<ComponentAnatomy>(module, "ComponentAnatomy", "A component, and how it is swept.")
        .def_ro("numbers", &ComponentAnatomy::numbers)
        .def_ro("sweep", &ComponentAnatomy::sweep);
    nb::class_<Anatomy>(module, "Anatomy", "How the solver sees a position.")
        .def_ro("safe", &Anatomy::safe)
        .def_ro("mines", &Anatomy::mines)
        .def_ro("components", &Anatomy::components)
        .def_ro("sea", &Anatomy::sea);
    module.attr("VERDICT_UNCERTAIN") = static_cast<int>(sapper::Verdict::uncertain);
    module.attr("VERDICT_SAFE") = static_cast<int>(sapper::Verdict::safe);
    module.attr("VERDICT_MINE") = static_cast<int>(sapper::Verdict::mine);
    module.def("anatomy", &sapper::anatomy, "position"_a, "trust_flags"_a, Release());
    module.def(
        "action_risk",
        [](const sapper::Position& position, sapper::Action action, bool first_is_safe,
           std::optional<double> time_limit, const Cancel* cancel) {
            return sapper::action_risk(position, action, first_is_safe, limits_of(time_limit, cancel));
        },
        "position"_a, "action"_a, "first_is_safe"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none(),
        Release());

    nb::class_<BatchAnalysis>(module, "BatchAnalysis", "What is known about many positions.")
        .def_prop_ro("error", view(&BatchAnalysis::error))
        .def_prop_ro("log_configurations", view(&BatchAnalysis::log_configurations))
        .def_prop_ro("log_configurations_error", view(&BatchAnalysis::log_configurations_error))
        .def_prop_ro("exact", view(&BatchAnalysis::exact))
        .def_prop_ro("safest", view(&BatchAnalysis::safest), "2^32 - 1 if no cell can be safe.")
        .def_prop_ro("safest_risk", view(&BatchAnalysis::safest_risk))
        .def_prop_ro("possible", view(&BatchAnalysis::possible));
    module.def("analyse_batch", &analyse_batch, "topology"_a, "marks"_a, "mines"_a, "prior"_a.none(),
               "trust_flags"_a, "mine_probability"_a, "verdicts"_a, "threads"_a, "time_limit"_a = nb::none(),
               "budget"_a = nb::none(), "cancel"_a = nb::none(), "estimate"_a = true, Release());
    bind_inference_state(module);
}

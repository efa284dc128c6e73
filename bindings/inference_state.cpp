#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bind.hpp"
#include "board/board_names.hpp"
#include "held.hpp"
#include "poll.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Cell;
using sapper::Inference;

namespace {

// The time limit counts from here, not from each call.
void make(HeldInference* self, TopologyIn topology, std::uint32_t mines, std::optional<double> time_limit,
          const Cancel* cancel) {
    if (mines > topology->size()) throw std::invalid_argument("more mines than cells");
    new (self) HeldInference(std::move(topology), mines, limits_of(time_limit, cancel));
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

void load(HeldInference& self, const sapper::Position& position, bool trust_flags) {
    const Changing changing(self.users, kInference);
    self.load(position, trust_flags);
}

void reveal(HeldInference& self, Cell cell, sapper::Mark number) {
    const Changing changing(self.users, kInference);
    check_hidden(self, cell);
    if (number < 0 || static_cast<std::size_t>(number) > topology_of(self).degree(cell))
        throw std::invalid_argument("no cell there shows " + std::to_string(number));
    self.reveal(cell, number);
}

void explode(HeldInference& self, Cell cell) {
    const Changing changing(self.users, kInference);
    check_hidden(self, cell);
    self.explode(cell);
}

void pop(HeldInference& self) {
    const Changing changing(self.users, kInference);
    if (self.depth() == 0) throw std::out_of_range("pop without push: nothing to take back");
    self.pop();
}

// Answers are computed on demand, so every call changes the inference.
template <auto Method>
auto call(HeldInference& self) {
    const Changing changing(self.users, kInference);
    return (self.*Method)();
}

// Calls a method that needs a possible position.
template <auto Method>
auto asked(HeldInference& self) {
    const Changing changing(self.users, kInference);
    self.check_possible();
    return (self.*Method)();
}

std::vector<double> outcomes(HeldInference& self, Cell cell) {
    const Changing changing(self.users, kInference);
    check_hidden(self, cell);
    self.check_possible();
    return self.outcomes(cell);
}

// One value for each cell.
template <typename T>
std::vector<T> of_cells(HeldInference& self, auto value) {
    const WithoutLock without_lock;
    const Changing changing(self.users, kInference);
    self.check_possible();
    std::vector<T> result(topology_of(self).size());
    for (Cell cell = 0; cell < result.size(); ++cell)
        result[cell] = static_cast<T>(self.about(cell).*value);
    return result;
}

auto probabilities(double Inference::Answer::* member) {
    return [member](HeldInference& self) { return owned(of_cells<double>(self, member)); };
}

ArrayOut<std::uint8_t> verdicts(HeldInference& self) {
    return owned(of_cells<std::uint8_t>(self, &Inference::Answer::verdict));
}

std::optional<std::pair<Cell, double>> safest(HeldInference& self) {
    const sapper::Guess guess = asked<&Inference::safest>(self);
    if (guess.cell == sapper::kNoCell) return std::nullopt;
    return std::pair(guess.cell, guess.risk);
}

}  // namespace

void bind_inference_state(nb::module_& module) {
    nb::class_<HeldInference>(module, "Inference", "Inference on one position that changes.")
        .def("__init__", &make, "topology"_a, "mines"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none(),
             nb::keep_alive<1, 5>(), Release())
        .def("load", &load, "position"_a, "trust_flags"_a = false, Release())
        .def("reveal", &reveal, "cell"_a, "number"_a, Release())
        .def("explode", &explode, "cell"_a, Release())
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
        .def("log_configurations", &asked<&Inference::log_configurations>, Release())
        .def("log_configurations_error", &asked<&Inference::log_configurations_error>, Release())
        .def("exact", &asked<&Inference::exact>, Release());
}

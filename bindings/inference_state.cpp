#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "bind.hpp"
#include "inference/inference.hpp"
#include "watch.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Cell;
using sapper::Inference;

namespace {

using Probabilities = nb::ndarray<nb::numpy, double, nb::ndim<1>>;
using Verdicts = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>;

// An array that owns its values.
template <typename Array, typename T>
Array owned(std::vector<T> values) {
    auto* kept = new std::vector<T>(std::move(values));
    const nb::capsule owner(kept, [](void* data) noexcept { delete static_cast<std::vector<T>*>(data); });
    return Array(kept->data(), {kept->size()}, owner);
}

// The time counts from here, whatever is asked meanwhile.
void make(Inference* self, std::shared_ptr<const sapper::Topology> topology, std::uint32_t mines,
          std::optional<double> time_limit, const Cancel* cancel) {
    new (self) Inference(std::move(topology), mines, limits_of(time_limit, cancel));
}

std::size_t size_of(const Inference& self) {
    return self.constraints().topology().size();
}

auto of_cells(double Inference::Answer::* member) {
    return [member](Inference& self) {
        std::vector<double> result(size_of(self));
        {
            const nb::gil_scoped_release release;
            for (Cell cell = 0; cell < result.size(); ++cell)
                result[cell] = self.about(cell).*member;
        }
        return owned<Probabilities>(std::move(result));
    };
}

Verdicts verdicts(Inference& self) {
    std::vector<std::uint8_t> result(size_of(self));
    {
        const nb::gil_scoped_release release;
        for (Cell cell = 0; cell < result.size(); ++cell)
            result[cell] = static_cast<std::uint8_t>(self.about(cell).verdict);
    }
    return owned<Verdicts>(std::move(result));
}

std::optional<std::pair<Cell, double>> safest(Inference& self) {
    const sapper::Guess guess = self.safest();
    if (guess.cell == sapper::kNoCell) return std::nullopt;
    return std::pair(guess.cell, guess.risk);
}

}  // namespace

void bind_inference_state(nb::module_& module) {
    using Release = nb::call_guard<nb::gil_scoped_release>;
    nb::class_<Inference>(module, "Inference", "Inference on one position that changes.")
        .def("__init__", &make, "topology"_a, "mines"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none(),
             nb::keep_alive<1, 5>(), Release())
        .def("load", &Inference::load, "position"_a, "trust_flags"_a = false, Release())
        .def("reveal", nb::overload_cast<Cell, sapper::Mark>(&Inference::reveal), "cell"_a, "number"_a,
             Release())
        .def("explode", &Inference::explode, "cell"_a, Release())
        .def("push", &Inference::push, Release())
        .def("pop", &Inference::pop, Release())
        .def_prop_ro("depth", &Inference::depth)
        .def("possible", &Inference::possible, Release())
        .def("suspects", &Inference::suspects)
        .def("mine_probability", of_cells(&Inference::Answer::mine_probability))
        .def("error", of_cells(&Inference::Answer::error))
        .def("verdicts", &verdicts, "0 revealed, 1 uncertain, 2 safe, 3 mine.")
        .def("safest", &safest, Release())
        .def("outcomes", &Inference::outcomes, "cell"_a, "Of being safe and showing 0, 1, ...", Release())
        .def("log_configurations", &Inference::log_configurations, Release())
        .def("log_configurations_error", &Inference::log_configurations_error, Release())
        .def("exact", &Inference::exact, Release());
}

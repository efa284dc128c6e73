#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include "bind.hpp"
#include "board/same_board.hpp"
#include "inference/batch.hpp"
#include "poll.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::BatchAnalysis;

namespace {

using MarksIn = nb::ndarray<const sapper::Mark, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using MinesIn = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Out = nb::ndarray<nb::numpy, const T, nb::ndim<1>>;

BatchAnalysis analyse_batch(const std::shared_ptr<const sapper::Topology>& topology, const MarksIn& marks,
                            const MinesIn& mines, bool trust_flags, unsigned threads,
                            std::optional<double> time_limit, const Cancel* cancel) {
    if (marks.size() != mines.size() * topology->size())
        throw std::invalid_argument(std::to_string(marks.size()) + " marks are not those of " +
                                    std::to_string(mines.size()) + " positions on " +
                                    sapper::in_words(*topology));
    return sapper::analyse_batch(topology, {marks.data(), marks.size()}, {mines.data(), mines.size()},
                                 trust_flags, threads, limits_of(time_limit, cancel));
}

// A view: the array keeps the result alive.
template <typename T, typename Element>
auto view(std::vector<Element> BatchAnalysis::* member) {
    return [member](nb::handle_t<BatchAnalysis> self) {
        const std::vector<Element>& values = nb::cast<const BatchAnalysis&>(self).*member;
        return Out<T>(reinterpret_cast<const T*>(values.data()), {values.size()}, self);
    };
}

}  // namespace

void bind_inference_batch(nb::module_& module) {
    nb::class_<BatchAnalysis>(module, "BatchAnalysis", "What is known about many positions.")
        .def_prop_ro("mine_probability", view<double>(&BatchAnalysis::mine_probability))
        .def_prop_ro("error", view<double>(&BatchAnalysis::error))
        .def_prop_ro("verdicts", view<std::uint8_t>(&BatchAnalysis::verdicts))
        .def_prop_ro("log_configurations", view<double>(&BatchAnalysis::log_configurations))
        .def_prop_ro("log_configurations_error", view<double>(&BatchAnalysis::log_configurations_error))
        .def_prop_ro("exact", view<std::uint8_t>(&BatchAnalysis::exact))
        .def_prop_ro("best", view<std::uint32_t>(&BatchAnalysis::best), "2^32 - 1 where no cell can be safe.")
        .def_prop_ro("best_risk", view<double>(&BatchAnalysis::best_risk))
        .def_prop_ro("possible", view<std::uint8_t>(&BatchAnalysis::possible));
    module.def("analyse_batch", &analyse_batch, "topology"_a, "marks"_a, "mines"_a, "trust_flags"_a,
               "threads"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none(),
               nb::call_guard<nb::gil_scoped_release>());
}

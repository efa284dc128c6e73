#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include "arrays.hpp"
#include "bind.hpp"
#include "board/same_board.hpp"
#include "inference/batch.hpp"
#include "poll.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::BatchAnalysis;

namespace {

BatchAnalysis analyse_batch(const std::shared_ptr<const sapper::Topology>& topology,
                            const ArrayIn<sapper::Mark>& marks, const ArrayIn<std::uint32_t>& mines,
                            bool trust_flags, unsigned threads, std::optional<double> time_limit,
                            const Cancel* cancel) {
    if (marks.size() != mines.size() * topology->size())
        throw std::invalid_argument(std::to_string(marks.size()) + " marks are not those of " +
                                    std::to_string(mines.size()) + " positions on " +
                                    sapper::in_words(*topology));
    return sapper::analyse_batch(topology, span_of(marks), span_of(mines), trust_flags, threads,
                                 limits_of(time_limit, cancel));
}

}  // namespace

void bind_inference_batch(nb::module_& module) {
    nb::class_<BatchAnalysis>(module, "BatchAnalysis", "What is known about many positions.")
        .def_prop_ro("mine_probability", view(&BatchAnalysis::mine_probability))
        .def_prop_ro("error", view(&BatchAnalysis::error))
        .def_prop_ro("verdicts", view(&BatchAnalysis::verdicts))
        .def_prop_ro("log_configurations", view(&BatchAnalysis::log_configurations))
        .def_prop_ro("log_configurations_error", view(&BatchAnalysis::log_configurations_error))
        .def_prop_ro("exact", view(&BatchAnalysis::exact))
        .def_prop_ro("best", view(&BatchAnalysis::best), "2^32 - 1 where no cell can be safe.")
        .def_prop_ro("best_risk", view(&BatchAnalysis::best_risk))
        .def_prop_ro("possible", view(&BatchAnalysis::possible));
    module.def("analyse_batch", &analyse_batch, "topology"_a, "marks"_a, "mines"_a, "trust_flags"_a,
               "threads"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release());
}

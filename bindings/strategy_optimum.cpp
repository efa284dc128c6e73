#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "bind.hpp"
#include "board/game.hpp"
#include "poll.hpp"
#include "strategy/endgame/optimum.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

std::tuple<std::uint64_t, std::uint64_t, sapper::Cell, std::uint64_t> optimum(
    const std::shared_ptr<const sapper::Topology>& topology, std::uint32_t mines, const sapper::Rules& rules,
    std::size_t bytes, std::optional<double> time_limit, const Cancel* cancel) {
    sapper::TreeLimits limits;
    limits.bytes = bytes;
    limits.poll = make_poll(time_limit, cancel);
    limits.poll();
    const sapper::Optimum best = sapper::optimum(*topology, mines, rules.first_click, limits);
    return {best.wins, best.configurations, best.first_click, best.nodes};
}

}  // namespace

void bind_optimum(nb::module_& module) {
    nb::exception<sapper::OptimumTooLarge>(module, "OptimumTooLarge", PyExc_MemoryError);
    // Returns wins, minefields, the first click, and the positions examined.
    module.def("optimum", &optimum, "topology"_a, "mines"_a, "rules"_a, "bytes"_a,
               "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release());
}

#include <nanobind/stl/array.h>

#include "bind.hpp"
#include "board/random.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Random;
using sapper::Stream;

void bind_random(nb::module_& module) {
    nb::enum_<Stream>(module, "Stream", "What random numbers are for.")
        .value("minefield", Stream::minefield)
        .value("strategy", Stream::strategy)
        .value("metrics", Stream::metrics);

    module.def("philox", &sapper::philox, "counter"_a, "key"_a, "One block of Philox4x32-10.");

    nb::class_<Random>(module, "Random", "The random numbers of (seed, game, stream).")
        .def(nb::init<std::uint64_t, std::uint64_t, Stream>(), "seed"_a, "game"_a, "stream"_a)
        .def("next", &Random::next)
        .def("below", &Random::below, "bound"_a);
}

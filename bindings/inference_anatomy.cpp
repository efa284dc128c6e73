#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "bind.hpp"
#include "inference/anatomy.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Anatomy;
using sapper::ComponentAnatomy;

void bind_inference_anatomy(nb::module_& module) {
    nb::class_<ComponentAnatomy>(module, "ComponentAnatomy", "A component, and how it is swept.")
        .def_ro("numbers", &ComponentAnatomy::numbers)
        .def_ro("sweep", &ComponentAnatomy::sweep);
    nb::class_<Anatomy>(module, "Anatomy", "How the solver sees a position.")
        .def_ro("safe", &Anatomy::safe)
        .def_ro("mines", &Anatomy::mines)
        .def_ro("components", &Anatomy::components)
        .def_ro("sea", &Anatomy::sea);
    module.def("anatomy", &sapper::anatomy, "position"_a, "trust_flags"_a, Release());
}

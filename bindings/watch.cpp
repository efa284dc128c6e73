#include "watch.hpp"

#include "bind.hpp"

namespace nb = nanobind;

void bind_watch(nb::module_& module) {
    nb::exception<TimeIsUp>(module, "TimeIsUp", PyExc_TimeoutError);
    nb::exception<Cancelled>(module, "Cancelled", PyExc_RuntimeError);

    nb::class_<Cancel>(module, "Cancel", "Stops a computation from another thread.")
        .def(nb::init<>())
        .def("set", &Cancel::set, "Ends the computation that was given this object, and all that will be.")
        .def_prop_ro("is_set", &Cancel::is_set);
}

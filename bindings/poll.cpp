#include "poll.hpp"

#include "bind.hpp"
#include "python_objects.hpp"

namespace nb = nanobind;

namespace {

// Raises this error as a class of the package, because users see it.
void translate(const std::exception_ptr& error_pointer, void*) {
    try {
        std::rethrow_exception(error_pointer);
    } catch (const InUse& error) {
        const nb::object type = nb::module_::import_("sapper.errors").attr("InUseError");
        PyErr_SetString(type.ptr(), error.what());
    }
}

}  // namespace

void bind_poll(nb::module_& module) {
    nb::register_exception_translator(translate);
    nb::exception<sapper::TimeIsUp>(module, "TimeIsUp", PyExc_TimeoutError);
    nb::exception<sapper::Cancelled>(module, "Cancelled", PyExc_RuntimeError);

    nb::class_<Cancel>(module, "Cancel", "Stops a computation from another thread.")
        .def(
            "__init__",
            [](Cancel* self, const nb::args& args, const nb::kwargs& kwargs) {
                if (args.size() + kwargs.size() != 0) {
                    throw nb::type_error("Cancel() takes no arguments: its set() stops a computation");
                }
                new (self) Cancel();
            },
            nb::sig("def __init__(self) -> None"))
        .def("set", &Cancel::set, "Stops the computation that has this object, and any that gets it later.")
        .def_prop_ro("is_set", &Cancel::is_set);
}

#include "limits.hpp"

#include "bind.hpp"
#include "python_objects.hpp"
#include "simulation/series.hpp"

#if defined(_WIN32)
#define NOMINMAX
#include <windows.h>
#else
#include <time.h>
#endif

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

void bind_limits(nb::module_& module) {
    nb::register_exception_translator(translate);
    nb::exception<sapper::TimeIsUp>(module, "TimeIsUp", PyExc_TimeoutError);
    nb::exception<sapper::Cancellation>(module, "Cancellation", PyExc_RuntimeError);

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

#if defined(_WIN32)
std::uint64_t thread_clock() {
    FILETIME creation, end, kernel, user;
    if (!GetThreadTimes(GetCurrentThread(), &creation, &end, &kernel, &user)) return sapper::steady_clock();
    const auto hundreds = [](const FILETIME& time) {
        return (std::uint64_t{time.dwHighDateTime} << 32) | time.dwLowDateTime;
    };
    return 100 * (hundreds(kernel) + hundreds(user));
}
#else
std::uint64_t thread_clock() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec time{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0)
        return std::uint64_t{1'000'000'000} * static_cast<std::uint64_t>(time.tv_sec) +
               static_cast<std::uint64_t>(time.tv_nsec);
#endif
    return sapper::steady_clock();
}
#endif

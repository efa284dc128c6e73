#include <nanobind/stl/string.h>

#include <random>

#include "bind.hpp"
#include "poll.hpp"
#include "protocol/session.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::RequestLine;
using sapper::Session;

namespace {

std::string_view text_in(const nb::bytes& text) {
    return {text.c_str(), text.size()};
}

std::string answer(Session& session, const RequestLine& line, const Cancel* cancel) {
    sapper::Caller caller;
    caller.poll = make_poll(std::nullopt, cancel);
    caller.random = [] {
        std::random_device draw;
        return (std::uint64_t{draw()} << 21) ^ draw();  // JavaScript holds 53 bits exactly in a number
    };
    return session.answer(line, caller);
}

}  // namespace

void bind_protocol(nb::module_& module) {
    module.attr("LONGEST_LINE") = sapper::kLongestLine;
    nb::class_<RequestLine>(module, "ProtocolLine", "A line of the engine protocol that was read.")
        .def(
            "__init__",
            [](RequestLine* self, const nb::bytes& text) {
                const std::string_view line = text_in(text);
                const WithoutLock without_lock;  // a long line takes seconds
                new (self) RequestLine(line);
            },
            "text"_a)
        .def_prop_ro("overtakes", &RequestLine::overtakes,
                     "Whether it ends the work on all requests before it.")
        .def_prop_ro("ends", &RequestLine::ends, "Whether nothing may follow.");
    nb::class_<Session>(module, "ProtocolSession", "A conversation in the engine protocol.")
        .def(nb::init<std::string>(), "version"_a)
        .def("answer", &answer, "line"_a, "cancel"_a = nb::none(), Release(),
             "The answer, a line of ASCII without its end. One thread at a time may call it.");
}

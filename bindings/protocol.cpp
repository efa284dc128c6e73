#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <random>

#include "bind.hpp"
#include "board/board_names.hpp"
#include "limits.hpp"
#include "protocol/named_strategies.hpp"
#include "protocol/page_answers.hpp"
#include "protocol/request.hpp"
#include "protocol/session.hpp"
#include "python_objects.hpp"

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

nb::bytes bytes_of(const std::string& text) {
    return nb::bytes(text.data(), text.size());
}

std::vector<std::string_view> texts_in(const std::vector<nb::bytes>& names) {
    std::vector<std::string_view> texts;
    for (const nb::bytes& each : names)
        texts.push_back(text_in(each));
    return texts;
}

nb::bytes unknown_name(const nb::bytes& what, const nb::bytes& name, const nb::bytes& words,
                       const std::vector<nb::bytes>& names) {
    return bytes_of(sapper::unknown_name(text_in(what), text_in(name), text_in(words), texts_in(names), {}));
}

nb::bytes unknown_field(const nb::bytes& what, const nb::bytes& name, const std::vector<nb::bytes>& names) {
    return bytes_of(sapper::unknown_field(text_in(what), text_in(name), texts_in(names)));
}

template <std::optional<std::string> (*wrong)(std::string_view)>
std::optional<nb::bytes> about_name(const nb::bytes& name) {
    const std::optional<std::string> text = wrong(text_in(name));
    return text ? std::optional(bytes_of(*text)) : std::nullopt;
}

std::string standing_of(const GameObject& game, std::uint32_t clicks, double seconds,
                        std::size_t most_cells) {
    const Reading reading(game.users, kGame);
    const bool is_over = game.status() != sapper::Status::playing;
    if (is_over && game.minefield() == nullptr) throw std::invalid_argument("the game has no mines");
    return sapper::standing_of(game, clicks, seconds, most_cells);
}

void bind_page_answers(nb::module_& module) {
    module.def("standing_of", &standing_of, "game"_a, "clicks"_a, "seconds"_a, "most_cells"_a,
               "How a game stands, and how it ended, as JSON.");
}

}  // namespace

void bind_protocol(nb::module_& module) {
    bind_page_answers(module);
    module.attr("LONGEST_LINE") = sapper::kLongestLine;
    nb::class_<RequestLine>(module, "ProtocolLine", "A line of the engine protocol that was read.")
        .def(
            "__init__",
            [](RequestLine* self, const nb::bytes& text) {
                const std::string_view line = text_in(text);
                const WithoutLock without_lock;  // a line has up to 16 MiB
                new (self) RequestLine(line);
            },
            "text"_a)
        .def_prop_ro("overtakes", &RequestLine::overtakes,
                     "Whether it ends the work on all requests before it.")
        .def_prop_ro("ends", &RequestLine::ends, "Whether nothing may follow.")
        .def("answer_to_bug", &RequestLine::answer_to_bug, "what"_a,
             "The answer to it if `ProtocolSession.answer` raised.");
    nb::class_<Session>(module, "ProtocolSession", "A conversation in the engine protocol.")
        .def(nb::init<std::string>(), "version"_a)
        .def("answer", &answer, "line"_a, "cancel"_a = nb::none(), Release(),
             "The answer, a line of ASCII without its end. One thread at a time may call it.");
    module.def(
        "unknown_name", &unknown_name, "what"_a, "name"_a, "words"_a, "names"_a,
        "The text of an error about an unknown name. Texts are UTF-8, and may have halves of characters.");
    module.def("unknown_field", &unknown_field, "what"_a, "name"_a, "names"_a,
               "The same about a field or a parameter, which stand in backticks.");
    module.def("wrong_strategy", about_name<&sapper::wrong_strategy>, "name"_a,
               "What is wrong with the name of a strategy, in UTF-8.");
    module.def("wrong_level", about_name<&sapper::wrong_level>, "name"_a);
    module.def("wrong_policy", about_name<&sapper::wrong_policy>, "name"_a);
}

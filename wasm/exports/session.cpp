// Only the package for npm has these calls: the page asks the engine directly.
#include "protocol/session.hpp"

#include <cstdint>
#include <exception>
#include <string>

#include "calls.hpp"

// Argument 0: the version of the package. Result: a conversation in the engine protocol, to pass to `answer`.
SAPPER_CALL(make_session)() {
    return browser::answer([] {
        auto* session = new sapper::Session(std::string(browser::text_argument(0)));
        browser::give_numbers(reinterpret_cast<std::uintptr_t>(session));
    });
}

// JavaScript calls it at any time, so it leaves the results alone.
extern "C" __attribute__((export_name("release_session"))) void release_session(sapper::Session* session) {
    delete session;
}

// Argument 0: a request. `random` is a random number. Result: the answer.
SAPPER_CALL(answer)(sapper::Session* session, std::uint64_t random) {
    return browser::answer([=] {
        const sapper::RequestLine line(browser::text_argument(0));
        try {
            browser::give_text(session->answer(line, {{}, [random] { return random; }}));
        } catch (const std::exception& error) {
            browser::give_text(line.answer_to_bug(error.what()));
        }
    });
}

#include "protocol/session.hpp"

#include <cstdint>
#include <string>

#include "calls.hpp"
#include "protocol/strategies.hpp"

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
        browser::give_text(session->answer(line, {{}, random}));
    });
}

// Argument 0: a name. Is refused unless a strategy has it.
SAPPER_CALL(check_strategy)() {
    return browser::answer([] { sapper::check_strategy(browser::text_argument(0)); });
}

// Arguments: the marks; the name of the player. Results: the chance to win, its error, and whether it is
// exact.
SAPPER_CALL(evaluate)(browser::Held topology, std::uint32_t mines, sapper::FirstClick first_click,
                      double error, double most, double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_of(topology, mines);
        const sapper::Caller caller;
        const sapper::EvaluationOrder order{browser::text_argument(1), first_click, error,
                                            static_cast<std::uint64_t>(most), 0};
        const sapper::Evaluated found =
            sapper::evaluated(position, order, sapper::Turn(caller, browser::limit_of(seconds)));
        browser::give_numbers(found.win_probability, found.error, found.exact);
    });
}

#include <string>

#include "calls.hpp"
#include "deduction/difficulty.hpp"
#include "protocol/named_strategies.hpp"
#include "strategy/aftermath.hpp"
#include "strategy/strategies.hpp"

namespace {

// Gives one member of all entries, each on a line.
void give_lines(std::span<const sapper::Entry> entries, std::string_view sapper::Entry::* member) {
    std::string lines;
    for (const sapper::Entry& entry : entries)
        lines.append(entry.*member).append("\n");
    browser::give_bytes(lines.data(), lines.size());
}

}  // namespace

// Results: the names of strategies() and of the rules of deduction, each name on a line.
SAPPER_CALL(names)() {
    return browser::answer([] {
        give_lines(sapper::strategies(), &sapper::Entry::name);
        give_lines(sapper::difficulties(), &sapper::Entry::name);
    });
}

// Result: a line about each of these strategies.
SAPPER_CALL(summaries)() {
    return browser::answer([] { give_lines(sapper::strategies(), &sapper::Entry::summary); });
}

// Argument 0: the marks. Results: the risk, the logarithm of the configurations, the chance of progress, the
// chance to survive this cell and the next, whether the game is won if the cell is safe; then the chance of
// each number.
SAPPER_CALL(aftermath_of)(browser::Held topology, std::uint32_t mines, sapper::Cell cell, bool trust_flags,
                          double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_of(topology, mines);
        const sapper::Aftermath found =
            sapper::aftermath_of(position, cell, trust_flags, browser::limits_of(seconds));
        browser::give_numbers(found.risk, found.log_configurations, found.progress, found.next_safety,
                              found.proven);
        browser::give(found.numbers);
    });
}

// Arguments: the marks; the cells. Result: the chance that each is safe and shows a zero.
SAPPER_CALL(zero_chances)(browser::Held topology, std::uint32_t mines, bool trust_flags, double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_of(topology, mines);
        browser::give(sapper::zero_chances(position, browser::argument<sapper::Cell>(1), trust_flags,
                                           browser::limits_of(seconds)));
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
        const sapper::WinEstimate found =
            sapper::estimate_win(position, order, sapper::Turn(caller, browser::limit_of(seconds)));
        browser::give_numbers(found.win_probability, found.error, found.exact);
    });
}

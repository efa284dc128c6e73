#include <string>

#include "calls.hpp"
#include "deduction/difficulty.hpp"
#include "strategy/aftermath.hpp"
#include "strategy/evaluation.hpp"
#include "strategy/policies/policy.hpp"
#include "strategy/strategies.hpp"

namespace {

std::unique_ptr<sapper::Evaluation> evaluation;
sapper::GameValues tally;

// Gives one member of all entries, each on a line.
void give_lines(std::span<const sapper::Entry> entries, std::string_view sapper::Entry::* member) {
    std::string lines;
    for (const sapper::Entry& entry : entries)
        lines.append(entry.*member).append("\n");
    browser::give_bytes(lines.data(), lines.size());
}

}  // namespace

// Results: the names of strategies() and of the levels, the policies and the rules of deduction, each name on
// a line.
SAPPER_CALL(names)() {
    return browser::answer([] {
        give_lines(sapper::strategies(), &sapper::Entry::name);
        give_lines(sapper::strategy_levels(), &sapper::Entry::name);
        give_lines(sapper::policies(), &sapper::Entry::name);
        give_lines(sapper::difficulties(), &sapper::Entry::name);
    });
}

// Result: a line about each of these strategies.
SAPPER_CALL(summaries)() {
    return browser::answer([] { give_lines(sapper::strategies(), &sapper::Entry::summary); });
}

// Argument 0: a name. Result: whether it is the name of a policy.
SAPPER_CALL(is_policy)() {
    return browser::answer([] { browser::give_numbers(sapper::is_policy(browser::text_argument(0))); });
}

// Begins an evaluation. Arguments: the marks; the name of the player.
SAPPER_CALL(begin_evaluation)(browser::Held topology, std::uint32_t mines, sapper::FirstClick first_click,
                              double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_of(topology, mines);
        const sapper::Rules rules{first_click, {}, {}, false};
        std::shared_ptr<sapper::Player> player =
            sapper::make_player(browser::text_argument(1), *topology, mines, rules);
        evaluation = std::make_unique<sapper::Evaluation>(position, rules.first_click, std::move(player),
                                                          browser::limits_of(seconds));
        tally = {};
    });
}

// Result: the exact chance to win. No result if too many configurations are left.
SAPPER_CALL(evaluate_exactly)(double seconds) {
    return browser::answer([=] {
        evaluation->set_poll(browser::limits_of(seconds).poll);
        if (const std::optional<double> chance = evaluation->exact()) browser::give_numbers(*chance);
    });
}

// Plays these games of a seed. They count for the evaluation once all are played.
SAPPER_CALL(evaluate_by)(std::uint64_t seed, double first, std::uint32_t count, double seconds) {
    return browser::answer([=] {
        evaluation->set_poll(browser::limits_of(seconds).poll);
        std::vector<double> values(count);
        const std::uint64_t here = evaluation->seed_here(seed);
        for (std::uint32_t i = 0; i < count; ++i)
            values[i] = evaluation->value(here, static_cast<std::uint64_t>(first) + i);
        tally.add(values);
    });
}

// Results: the games so far, the chance to win, its error, and how many more games the wanted error needs.
SAPPER_CALL(evaluated)(double error) {
    return browser::answer([=] {
        const auto games = static_cast<double>(tally.games());
        const double more = tally.wanted(error);
        browser::give_numbers(games, games > 0 ? tally.mean() : 0, games > 0 ? tally.error() : 0, more);
    });
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

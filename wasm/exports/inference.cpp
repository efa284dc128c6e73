#include <algorithm>
#include <cmath>
#include <string>

#include "board/position.hpp"
#include "calls.hpp"
#include "inference/analysis.hpp"
#include "strategy/own_player.hpp"

namespace {

sapper::Analysis last_analysis;

}  // namespace

// Arguments: the marks; what is claimed of the mines, or nothing. Results: the probabilities, the errors of
// an estimate (none if exact) and the verdicts, by cell; then the logarithm of the configurations, its error,
// whether all is exact, the best cell or -1, and the chance to win or nan.
SAPPER_CALL(analyse)(browser::TopologyHandle topology, std::uint32_t mines, bool trust_flags,
                     double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_by_claim(topology, mines);
        const sapper::Limits limits = browser::limits_of(seconds);
        last_analysis = sapper::analyse(position, trust_flags, limits);
        const sapper::Analysis& analysis = last_analysis;
        browser::give(analysis.mine_probability);
        browser::give(analysis.error);
        browser::give(analysis.verdicts);
        std::optional<double> win;
        if (position.prior == nullptr) {
            win = sapper::win_probability(position, sapper::Rules{}.first_click, trust_flags,
                                          analysis.verdicts, analysis.exact);
        } else if (std::ranges::count(analysis.verdicts, sapper::Verdict::uncertain) == 0) {
            win = 1;
        }
        browser::give_numbers(analysis.log_configurations, analysis.log_configurations_error, analysis.exact,
                              analysis.safest.cell == sapper::kNoCell ? -1.0 : analysis.safest.cell,
                              win.value_or(std::nan("")));
    });
}

// Arguments: the marks; what is claimed of the mines. Results: the numbers of mines that fit the last
// analysis, and how likely each is. No results if nothing is believed, or if the analysis is an estimate.
SAPPER_CALL(mine_counts)(browser::TopologyHandle topology, std::uint32_t mines, double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_by_claim(topology, mines);
        if (!position.has_chances() || !last_analysis.exact) return;
        std::vector<double> counts, chances;
        for (const auto& [count, chance] :
             sapper::mine_count_chances(position, last_analysis, browser::limits_of(seconds))) {
            counts.push_back(count);
            chances.push_back(chance);
        }
        browser::give(counts);
        browser::give(chances);
    });
}

// Argument 0: the marks. Result: the number of mines where a mine counter shows this number.
SAPPER_CALL(mines_of_counter)(browser::TopologyHandle, double left) {
    return browser::answer([=] {
        const auto number = static_cast<std::int64_t>(left);
        browser::give_numbers(
            sapper::mines_of_counter(browser::argument<sapper::Mark>(0), std::to_string(number), number));
    });
}

// Argument 0: the marks. Result: the mine count nearest to `mines` that fits them.
SAPPER_CALL(nearest_mine_count)(browser::TopologyHandle topology, std::uint32_t mines, double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_of(topology, mines);
        const std::uint32_t nearest = sapper::nearest_mine_count(position, browser::limits_of(seconds));
        browser::give_numbers(nearest);
    });
}

// Result: the exact number of configurations of the last analysis, in digits.
SAPPER_CALL(count_configurations)(double seconds) {
    return browser::answer([=] {
        browser::give_text(sapper::count_configurations(last_analysis, browser::limits_of(seconds)).text());
    });
}

// Arguments: the marks; what is claimed of the mines. Results: the safe cells, the mines, the number of sea
// cells; for each component the counts of its numbers and groups; the numbers of all; the size of each group;
// the cells of all groups.
SAPPER_CALL(anatomy)(browser::TopologyHandle topology, std::uint32_t mines, bool trust_flags) {
    return browser::answer([=] {
        const sapper::Anatomy parts =
            sapper::anatomy(browser::position_by_claim(topology, mines), trust_flags);
        std::vector<std::uint32_t> components;
        std::vector<sapper::Cell> numbers;
        std::vector<std::uint32_t> groups;
        std::vector<sapper::Cell> cells;
        for (const sapper::ComponentAnatomy& each : parts.components) {
            components.push_back(static_cast<std::uint32_t>(each.numbers.size()));
            components.push_back(static_cast<std::uint32_t>(each.sweep.size()));
            numbers.insert(numbers.end(), each.numbers.begin(), each.numbers.end());
            for (const std::vector<sapper::Cell>& group : each.sweep) {
                groups.push_back(static_cast<std::uint32_t>(group.size()));
                cells.insert(cells.end(), group.begin(), group.end());
            }
        }
        browser::give(parts.safe);
        browser::give(parts.mines);
        browser::give_numbers(parts.sea);
        browser::give(components);
        browser::give(numbers);
        browser::give(groups);
        browser::give(cells);
    });
}

// Argument 0: the marks. Result: the chance that an action opens a mine.
SAPPER_CALL(action_risk)(browser::TopologyHandle topology, std::uint32_t mines, sapper::Action::Kind kind,
                         sapper::Cell cell, bool first_is_safe, double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_of(topology, mines);
        const sapper::Limits limits = browser::limits_of(seconds);
        browser::give_numbers(sapper::action_risk(position, {kind, cell}, first_is_safe, limits));
    });
}

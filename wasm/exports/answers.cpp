#include <cmath>

#include "calls.hpp"
#include "protocol/page_answers.hpp"

// Arguments: the standing and the id of each game, each on a line; its milliseconds, date, 3BV (NaN if it is
// not known) and clicks. Result: the statistics as JSON.
SAPPER_CALL(statistics_of)() {
    return browser::answer([] {
        std::string_view lines = browser::text_argument(0);
        const auto next_line = [&] {
            const std::string_view line = lines.substr(0, lines.find('\n'));
            lines.remove_prefix(line.size() + 1);
            return line;
        };
        const std::span<const double> figures = browser::argument<double>(1);
        std::vector<sapper::GameResult> games;
        for (std::size_t at = 0; at + 3 < figures.size(); at += 4) {
            std::optional<std::uint32_t> three_bv;
            if (!std::isnan(figures[at + 2])) three_bv = static_cast<std::uint32_t>(figures[at + 2]);
            games.push_back({next_line(), static_cast<std::int64_t>(figures[at]),
                             static_cast<std::int64_t>(figures[at + 1]), three_bv,
                             static_cast<std::uint32_t>(figures[at + 3]), next_line()});
        }
        browser::give_text(sapper::statistics_of(games));
    });
}

// `kind` and `cell` are those of the guess that lost, if there is one. Result: how a game stands, as JSON.
SAPPER_CALL(standing_of)(const sapper::Game* game, bool guessed, sapper::Action::Kind kind, sapper::Cell cell,
                         std::uint32_t clicks, double seconds, std::uint32_t most_cells) {
    return browser::answer([=] {
        const auto guess = guessed ? std::optional(sapper::Action{kind, cell}) : std::nullopt;
        browser::give_text(sapper::standing_of(*game, guess, clicks, seconds, most_cells));
    });
}

// Result: the metrics of a game that has mines, as JSON.
SAPPER_CALL(metrics_of)(const sapper::Game* game, std::uint32_t clicks, double seconds) {
    return browser::answer([=] { browser::give_text(sapper::metrics_of(*game, clicks, seconds)); });
}

// Argument 0: the marks. `first_click` is negative for a position of no game. Result: what to do next, as
// JSON.
SAPPER_CALL(page_hint)(browser::Held topology, std::uint32_t mines, std::int32_t first_click,
                       std::uint32_t most_in_turn, std::uint32_t most_compared, double seconds) {
    return browser::answer([=] {
        const sapper::PageHintOrder order{browser::first_click_of(first_click), most_in_turn, most_compared};
        browser::give_text(
            sapper::page_hint(browser::position_of(topology, mines), order, browser::limits_of(seconds)));
    });
}

// Argument 0: the marks before an action that lost. Result: why it lost, as JSON.
SAPPER_CALL(page_loss)(browser::Held topology, std::uint32_t mines, sapper::Action::Kind kind,
                       sapper::Cell cell, bool first_is_safe, double seconds) {
    return browser::answer([=] {
        browser::give_text(sapper::page_loss(browser::position_of(topology, mines), {kind, cell},
                                             first_is_safe, browser::limits_of(seconds)));
    });
}

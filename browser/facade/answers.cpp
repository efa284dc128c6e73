#include <cmath>

#include "answers/statistics.hpp"
#include "calls.hpp"

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

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bind.hpp"
#include "board/board_names.hpp"
#include "held.hpp"
#include "poll.hpp"
#include "protocol/page_answers.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::GameResult;

namespace {

using ResultIn = std::tuple<std::string_view, std::int64_t, std::int64_t, std::optional<std::uint32_t>,
                            std::uint32_t, std::string_view>;

std::string statistics_of(const std::vector<ResultIn>& given) {
    std::vector<GameResult> games;
    for (const ResultIn& each : given)
        games.push_back(std::apply([](auto... fields) { return GameResult{fields...}; }, each));
    return sapper::statistics_of(games);
}

std::string standing_of(const HeldGame& game, std::optional<sapper::Action> guess, std::uint32_t clicks,
                        double seconds, std::size_t most_cells) {
    const Reading reading(game.users, kGame);
    const bool is_over = guess || game.status() != sapper::Status::playing;
    if (is_over && game.minefield() == nullptr) throw std::invalid_argument("the game has no mines");
    if (guess) sapper::check_cell(guess->cell, *game.topology());
    return sapper::standing_of(game, guess, clicks, seconds, most_cells);
}

std::string page_hint(const sapper::Position& position, const sapper::Rules* rules, std::size_t most_in_turn,
                      std::size_t most_compared, std::optional<double> time_limit, const Cancel* cancel) {
    return sapper::page_hint(position, {first_click_of(rules), most_in_turn, most_compared},
                             limits_of(time_limit, cancel));
}

std::string page_loss(const sapper::Position& position, sapper::Action action, bool first_is_safe,
                      std::optional<double> time_limit, const Cancel* cancel) {
    return sapper::page_loss(position, action, first_is_safe, limits_of(time_limit, cancel));
}

}  // namespace

void bind_answers(nb::module_& module) {
    module.def("standing_of", &standing_of, "game"_a, "guess"_a.none(), "clicks"_a, "seconds"_a,
               "most_cells"_a, "How a game stands, and how it ended, as JSON.");
    module.def("page_hint", &page_hint, "position"_a, "rules"_a.none(), "most_in_turn"_a, "most_compared"_a,
               "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release(), "What to do next, as JSON.");
    module.def("page_loss", &page_loss, "position"_a, "action"_a, "first_is_safe"_a,
               "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release(),
               "Why an action lost, as JSON.");
    module.def(
        "statistics_of", &statistics_of, "games"_a,
        "The statistics as JSON. Takes standing, milliseconds, date, 3BV, clicks and id of each game.");
}

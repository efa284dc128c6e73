#include <algorithm>
#include <cmath>
#include <vector>

#include "board/game.hpp"
#include "calls.hpp"
#include "protocol/page_answers.hpp"
#include "variants/referee.hpp"

using sapper::Action;
using sapper::Cell;
using sapper::Game;

namespace {

// A game that JavaScript holds until it calls `release_game`.
using GameHandle = Game*;

void give_game(Game game) {
    browser::give_numbers(reinterpret_cast<std::uintptr_t>(new Game(std::move(game))));
}

sapper::Minefield minefield_of_argument(std::uint32_t number) {
    const std::span<const std::uint8_t> mine_bytes = browser::argument_bytes(number);
    return sapper::Minefield({mine_bytes.begin(), mine_bytes.end()});
}

}  // namespace

// Arguments: the mines, a byte for each cell, or nothing if the seed decides them; the history to repeat,
// kind and cell of each action; the mines now, or nothing if none have moved. `lost_by_guess`: whether the
// last of these actions lost by the rule of guessing. Result: the game, to pass to other calls.
SAPPER_CALL(make_game)(browser::TopologyHandle topology, std::uint32_t mines, sapper::FirstClick first_click,
                       sapper::Win win, sapper::OnMine on_mine, bool question_marks,
                       sapper::Guessing guessing, std::uint64_t seed, bool lost_by_guess) {
    return browser::answer([=] {
        const sapper::Rules rules{first_click, win, on_mine, question_marks, guessing};
        Game game = browser::argument_bytes(0).empty() ? Game(*topology, mines, rules, seed, 0)
                                                       : Game(*topology, minefield_of_argument(0), rules);
        const std::span<const std::uint32_t> numbers = browser::argument<std::uint32_t>(1);
        std::vector<Action> history;
        for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
            history.push_back({static_cast<Action::Kind>(numbers[i]), numbers[i + 1]});
        std::optional<sapper::Minefield> new_minefield;
        if (!browser::argument_bytes(2).empty()) new_minefield = minefield_of_argument(2);
        game.repeat(history, std::move(new_minefield), lost_by_guess);
        give_game(std::move(game));
    });
}

// JavaScript calls it at any time, so it leaves the results alone.
extern "C" __attribute__((export_name("release_game"))) void release_game(GameHandle game) {
    delete game;
}

// `is_judged`: whether the rule of guessing judges the action. Results: the cells that changed, and their
// marks; the mines after they have moved, or nothing; whether the action lost by the rule.
SAPPER_CALL(act)(GameHandle game, Action::Kind kind, Cell cell, bool is_judged) {
    return browser::answer([=] {
        const Action action{kind, cell};
        const bool knows_mines = is_judged && moves_mines(game->rules().guessing) && game->minefield();
        std::vector<std::uint8_t> before;
        if (knows_mines) before = game->minefield()->bytes();
        const bool is_change = (is_judged ? sapper::act_by_rules(*game, action, {}) : game->act(action)) > 0;
        browser::give_marks_of(is_change ? game->changes() : std::span<const Cell>{}, *game);
        const bool has_moved = knows_mines && game->minefield()->bytes() != before;
        browser::give(has_moved ? game->minefield()->bytes() : std::vector<std::uint8_t>{});
        browser::give_numbers(game->is_lost_by_guess());
    });
}

// Results: the cells that change back, ascending, and their marks.
SAPPER_CALL(undo)(GameHandle game) {
    return browser::answer([=] {
        std::vector<Cell> cells(game->changes().begin(), game->changes().end());
        std::ranges::sort(cells);
        *game = game->without_last_action();
        browser::give_marks_of(cells, *game);
    });
}

// Results: the state; whether a cell is open; what the rules promise of the first click.
SAPPER_CALL(standing)(GameHandle game) {
    return browser::answer(
        [=] { browser::give_numbers(game->status(), !game->is_fresh(), sapper::promise_of(game->rules())); });
}

SAPPER_CALL(marks)(GameHandle game) {
    return browser::answer([=] { browser::give(game->marks()); });
}

// Result: a byte for each cell. No result before the first cell is open.
SAPPER_CALL(minefield)(GameHandle game) {
    return browser::answer([=] {
        if (const sapper::Minefield* minefield = game->minefield()) browser::give(minefield->bytes());
    });
}

// Result: whether the referee judges the next click.
SAPPER_CALL(is_judged)(GameHandle game) {
    return browser::answer(
        [=] { browser::give_numbers(sapper::is_judged(game->position(), game->rules().guessing, {})); });
}

// Result: how a game stands, as JSON.
SAPPER_CALL(standing_of)(const Game* game, std::uint32_t clicks, double seconds, std::uint32_t most_cells) {
    return browser::answer(
        [=] { browser::give_text(sapper::standing_of(*game, clicks, seconds, most_cells)); });
}

// Result: the metrics of a game that has mines, as JSON.
SAPPER_CALL(metrics_of)(const Game* game, std::uint32_t clicks, double seconds) {
    return browser::answer([=] { browser::give_text(sapper::metrics_of(*game, clicks, seconds)); });
}

// Arguments: the standing and the id of each game, each on a line; its milliseconds, date, 3BV (NaN if
// unknown) and clicks. Result: the statistics as JSON.
SAPPER_CALL(statistics_of)() {
    return browser::answer([] {
        browser::Lines lines(browser::text_argument(0));
        const std::span<const double> figures = browser::argument<double>(1);
        std::vector<sapper::GameResult> games;
        for (std::size_t at = 0; at + 3 < figures.size(); at += 4) {
            std::optional<std::uint32_t> three_bv;
            if (!std::isnan(figures[at + 2])) three_bv = static_cast<std::uint32_t>(figures[at + 2]);
            games.push_back({lines.next(), static_cast<std::int64_t>(figures[at]),
                             static_cast<std::int64_t>(figures[at + 1]), three_bv,
                             static_cast<std::uint32_t>(figures[at + 3]), lines.next()});
        }
        browser::give_text(sapper::statistics_of(games));
    });
}

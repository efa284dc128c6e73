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
    const std::span<const std::uint8_t> mined = browser::argument_bytes(number);
    return sapper::Minefield({mined.begin(), mined.end()});
}

}  // namespace

// Argument 0: the mines, a byte for each cell, or nothing if the seed decides them. Result: the game, to pass
// to other calls.
SAPPER_CALL(make_game)(browser::TopologyHandle topology, std::uint32_t mines, sapper::FirstClick first_click,
                       sapper::Win win, sapper::OnMine on_mine, bool question_marks, std::uint64_t seed) {
    return browser::answer([=] {
        const sapper::Rules rules{first_click, win, on_mine, question_marks};
        if (browser::argument_bytes(0).empty())
            give_game(Game(*topology, mines, rules, seed, 0));
        else
            give_game(Game(*topology, minefield_of_argument(0), rules));
    });
}

// JavaScript calls it at any time, so it leaves the results alone.
extern "C" __attribute__((export_name("release_game"))) void release_game(GameHandle game) {
    delete game;
}

// Results: the cells that changed, and their marks.
SAPPER_CALL(act)(GameHandle game, Action::Kind kind, Cell cell) {
    return browser::answer([=] {
        const bool is_change = game->act({kind, cell}) > 0;
        browser::give_marks_of(is_change ? game->changed() : std::span<const Cell>{}, *game);
    });
}

// Does several actions. Argument 0: the kind and the cell of each.
SAPPER_CALL(act_again)(GameHandle game) {
    return browser::answer([=] {
        const std::span<const std::uint32_t> actions = browser::argument<std::uint32_t>(0);
        for (std::size_t i = 0; i + 1 < actions.size(); i += 2)
            game->act({static_cast<Action::Kind>(actions[i]), actions[i + 1]});
    });
}

// Results: the cells that change back, ascending, and their marks.
SAPPER_CALL(undo)(GameHandle game) {
    return browser::answer([=] {
        std::vector<Cell> cells(game->changed().begin(), game->changed().end());
        std::ranges::sort(cells);
        *game = game->without_last_action();
        browser::give_marks_of(cells, *game);
    });
}

// Results: the state; whether a cell is open.
SAPPER_CALL(standing)(GameHandle game) {
    return browser::answer([=] { browser::give_numbers(game->status(), !game->is_fresh()); });
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

// Results: the cells of a needless guess, and the mines after they have moved; each may be empty.
SAPPER_CALL(rule_on)(GameHandle game, sapper::Guessing guessing, Action::Kind kind, Cell cell) {
    return browser::answer([=] {
        const sapper::Ruling ruling = sapper::rule_on(*game, guessing, {kind, cell}, {});
        browser::give(ruling.guess);
        browser::give(ruling.mined);
    });
}

// Result: whether the referee judges the next click.
SAPPER_CALL(is_judged)(GameHandle game, sapper::Guessing guessing) {
    return browser::answer([=] { browser::give_numbers(sapper::is_judged(game->position(), guessing, {})); });
}

// `kind` and `cell` are those of the guess that lost, if there is one. Result: how a game stands, as JSON.
SAPPER_CALL(standing_of)(const Game* game, bool has_guess, Action::Kind kind, Cell cell, std::uint32_t clicks,
                         double seconds, std::uint32_t most_cells) {
    return browser::answer([=] {
        const auto guess = has_guess ? std::optional(Action{kind, cell}) : std::nullopt;
        browser::give_text(sapper::standing_of(*game, guess, clicks, seconds, most_cells));
    });
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

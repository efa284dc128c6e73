#include <memory>
#include <string>
#include <vector>

#include "board/game.hpp"
#include "calls.hpp"
#include "protocol/named_strategies.hpp"
#include "strategy/own_player.hpp"
#include "strategy/strategies.hpp"

using sapper::Cell;
using sapper::Game;

namespace {

// A player that JavaScript holds until it calls `release_player`. It has its own game if it only sees a
// position.
struct WithGame {
    std::unique_ptr<sapper::Player> player;
    std::unique_ptr<Game> game_of_position = nullptr;
};
using PlayerHandle = WithGame*;

sapper::Random random_of(std::uint64_t seed) {
    return {seed, 0, sapper::Stream::strategy};
}

}  // namespace

// Argument 0: the marks. Results: the risk, the logarithm of the configurations, the chance of progress, the
// chance to survive this cell and the next, whether the game is won if the cell is safe; then the chance of
// each number.
SAPPER_CALL(aftermath_of)(browser::TopologyHandle topology, std::uint32_t mines, Cell cell, bool trust_flags,
                          double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_of(topology, mines);
        const sapper::Aftermath aftermath =
            sapper::aftermath_of(position, cell, trust_flags, browser::limits_of(seconds));
        browser::give_numbers(aftermath.risk, aftermath.log_configurations, aftermath.progress,
                              aftermath.next_safety, aftermath.proven);
        browser::give(aftermath.numbers);
    });
}

// Arguments: the marks; the cells. Result: the chance that each is safe and shows a zero.
SAPPER_CALL(zero_chances)(browser::TopologyHandle topology, std::uint32_t mines, bool trust_flags,
                          double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_of(topology, mines);
        browser::give(sapper::zero_chances(position, browser::argument<Cell>(1), trust_flags,
                                           browser::limits_of(seconds)));
    });
}

// Argument 0: a name. Fails unless a strategy has it.
SAPPER_CALL(check_strategy)() {
    return browser::answer([] { sapper::check_strategy(browser::text_argument(0)); });
}

// Arguments: the marks; the name of the player. Results: the chance to win, its error, and whether it is
// exact.
SAPPER_CALL(evaluate)(browser::TopologyHandle topology, std::uint32_t mines, sapper::FirstClick first_click,
                      bool trust_flags, double error, double most, double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_of(topology, mines);
        const sapper::Caller caller;
        const sapper::EvaluationOrder order{browser::text_argument(1),        first_click, error,
                                            static_cast<std::uint64_t>(most), 0,           trust_flags};
        const sapper::WinEstimate estimate =
            sapper::estimate_win(position, order, sapper::Turn(caller, browser::limit_of(seconds)));
        browser::give_numbers(estimate.win_probability, estimate.error, estimate.exact);
    });
}

// Argument 0: the name. Result: the player, to pass to other calls.
SAPPER_CALL(make_player)(browser::TopologyHandle topology, std::uint32_t mines,
                         sapper::FirstClick first_click, sapper::Win win, sapper::OnMine on_mine,
                         bool question_marks) {
    return browser::answer([=] {
        const sapper::Rules rules{first_click, win, on_mine, question_marks};
        auto player = sapper::make_player(browser::text_argument(0), *topology, mines, rules);
        const PlayerHandle handle = new WithGame{std::move(player)};
        browser::give_numbers(reinterpret_cast<std::uintptr_t>(handle));
    });
}

// JavaScript calls it at any time, so it leaves the results alone.
extern "C" __attribute__((export_name("release_player"))) void release_player(PlayerHandle player) {
    delete player;
}

// Begins with a game, which must not be released before the player.
SAPPER_CALL(begin)(PlayerHandle handle, const Game* game, std::uint64_t seed, double seconds) {
    return browser::answer([=] {
        handle->player->set_poll(browser::limits_of(seconds).poll);
        handle->player->begin(*game, random_of(seed));
    });
}

// Begins with a game that shows a position. Argument 0: the marks.
SAPPER_CALL(begin_at)(PlayerHandle handle, browser::TopologyHandle topology, std::uint32_t mines,
                      sapper::FirstClick first_click, sapper::Win win, sapper::OnMine on_mine,
                      bool question_marks, double seconds) {
    return browser::answer([=] {
        const sapper::Rules rules{first_click, win, on_mine, question_marks};
        handle->game_of_position = std::make_unique<Game>(browser::position_of(topology, mines), rules);
        handle->player->set_poll(browser::limits_of(seconds).poll);
        handle->player->begin(*handle->game_of_position, random_of(0));
    });
}

SAPPER_CALL(follow)(PlayerHandle handle, const Game* game) {
    return browser::answer([=] {
        handle->player->set_poll({});
        handle->player->follow(*game);
    });
}

// Results: the cells to open, the cells to flag, and the risk.
SAPPER_CALL(next)(PlayerHandle handle, double seconds) {
    return browser::answer([=] {
        handle->player->set_poll(browser::limits_of(seconds).poll);
        const sapper::Choice choice = handle->player->next();
        browser::give(choice.cells);
        browser::give(choice.flags);
        browser::give_numbers(choice.risk);
    });
}

// Results: the safe cells, the mines, the estimated risks of all cells or nothing; for each statement the
// number of its cells, the least and the most mines; then the cells of all statements.
SAPPER_CALL(beliefs)(PlayerHandle handle, double seconds) {
    return browser::answer([=] {
        handle->player->set_poll(browser::limits_of(seconds).poll);
        const sapper::PlayerBeliefs beliefs = handle->player->beliefs();
        browser::give(beliefs.safe);
        browser::give(beliefs.mines);
        browser::give(beliefs.risks);
        std::vector<std::uint32_t> statements;
        std::vector<Cell> cells;
        for (const sapper::PlayerBeliefs::Statement& each : beliefs.statements) {
            statements.insert(statements.end(),
                              {static_cast<std::uint32_t>(each.cells.size()), each.least, each.most});
            cells.insert(cells.end(), each.cells.begin(), each.cells.end());
        }
        browser::give(statements);
        browser::give(cells);
    });
}

// Argument 0: the marks. Result: the dead cells.
SAPPER_CALL(dead_cells)(browser::TopologyHandle topology, std::uint32_t mines, bool trust_flags,
                        double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_of(topology, mines);
        browser::give(sapper::dead_cells(position, trust_flags, browser::limits_of(seconds)));
    });
}

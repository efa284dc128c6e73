#include <vector>

#include "calls.hpp"
#include "hints/hint.hpp"
#include "hints/ranking.hpp"
#include "protocol/page_answers.hpp"
#include "protocol/turn.hpp"

// Arguments: the marks; what is claimed of the mines, or nothing. Result: the moves as JSON, the best first.
SAPPER_CALL(rank)(browser::TopologyHandle topology, std::uint32_t mines, std::uint32_t most, bool trust_flags,
                  sapper::FirstClick first_click, bool by_win, double seconds) {
    return browser::answer([=] {
        const sapper::Position position = browser::position_by_claim(topology, mines);
        const auto moves = sapper::rank_moves(position,
                                              {.rules = {.first_click = first_click},
                                               .most = most,
                                               .by_win = by_win,
                                               .trust_flags = trust_flags,
                                               .mine_count = position.prior == nullptr},
                                              browser::limits_of(seconds));
        sapper::Json json;
        json.list(moves.value_or(std::vector<sapper::RankedMove>{}),
                  [&](const sapper::RankedMove& move) { sapper::write_move(json, move, nullptr); });
        browser::give_text(json.text());
    });
}

// Argument 0: the marks. Results: the cells to open, the cells to flag. A negative hint is none.
SAPPER_CALL(certain_moves)(browser::TopologyHandle topology, std::uint32_t mines,
                           sapper::FirstClick first_click, bool opens, bool flags, std::int32_t hint,
                           double seconds) {
    return browser::answer([=] {
        const auto hint_number = hint < 0 ? std::nullopt : std::optional<std::size_t>(hint);
        const sapper::CertainMoves moves =
            sapper::certain_moves(browser::position_of(topology, mines), first_click, opens, flags,
                                  hint_number, browser::limits_of(seconds));
        browser::give(moves.opens);
        browser::give(moves.flags);
    });
}

// Arguments: the marks; what is claimed of the mines, or nothing. `first_click` is negative for a position of
// no game. Result: what to do next, as JSON.
SAPPER_CALL(page_hint)(browser::TopologyHandle topology, std::uint32_t mines, std::int32_t first_click,
                       std::uint32_t most_in_turn, std::uint32_t most_guesses, double seconds) {
    return browser::answer([=] {
        const sapper::PageHintOrder order{browser::first_click_of(first_click), most_in_turn, most_guesses};
        browser::give_text(sapper::page_hint(browser::position_by_claim(topology, mines), order,
                                             browser::limits_of(seconds)));
    });
}

// Argument 0: the marks before an action that lost. Result: why it lost, as JSON.
SAPPER_CALL(page_loss)(browser::TopologyHandle topology, std::uint32_t mines, sapper::Action::Kind kind,
                       sapper::Cell cell, bool first_is_safe, bool by_rule, double seconds) {
    return browser::answer([=] {
        browser::give_text(sapper::page_loss(browser::position_of(topology, mines), {kind, cell},
                                             first_is_safe, by_rule, browser::limits_of(seconds)));
    });
}

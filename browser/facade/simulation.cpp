#include "calls.hpp"
#include "simulation/series.hpp"
#include "strategy/players/registry.hpp"

// Argument 0: the name of the player. Plays games of a seed. Results: the columns of the records, in the
// order of `Records`, without the times.
SAPPER_CALL(play)(browser::Held topology, std::uint32_t mines, sapper::FirstClick first_click,
                  sapper::Win win, sapper::OnMine on_mine, sapper::Cell first_cell, std::uint64_t seed,
                  std::uint64_t first, std::uint32_t count, double seconds) {
    return browser::answer([=] {
        const sapper::Rules rules{first_click, win, on_mine, false};
        std::shared_ptr<sapper::Player> player =
            sapper::make_player(browser::text_argument(0), *topology, mines, rules);
        sapper::Series series({*topology, mines, rules, first_cell}, std::move(player));
        if (auto poll = browser::limits_of(seconds).poll) series.set_poll(poll);
        sapper::Records records;
        for (std::uint32_t i = 0; i < count; ++i)
            series.play(seed, first + i, records);
        browser::give(records.outcome);
        browser::give(records.clicks);
        browser::give(records.opened);
        browser::give(records.found);
        browser::give(records.exploded);
        browser::give(records.three_bv);
        browser::give(records.openings);
        browser::give(records.solved);
        browser::give(records.guesses);
        browser::give(records.risk);
        browser::give(records.lost_at);
        browser::give(records.guess_cell);
        browser::give(records.guess_risk);
        browser::give(records.guess_exploded);
    });
}

// Times the inference levels, on one thread, in CPU time. Plays whole expert games, opens one cell at a time,
// and draws all conclusions after each. It does so once with a level that follows the game, and once with a
// level that starts afresh at every move. If a level knows no safe cell, one is revealed to it, the same one
// for all. Prints one line per level. Build with -DSAPPER_BENCHMARKS=ON; `make bench` does.
#include "deduction/levels.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>

#include "board/game.hpp"

namespace {

using namespace sapper;

double milliseconds() {
    return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct Tally {
    double time = 0;  // milliseconds
    std::size_t moves = 0;
    std::size_t given_away = 0;
    std::size_t most_items = 0;
};

Cell give_away(const Game& game) {
    Cell cell = 0;
    while (game.marks()[cell] != kHidden || (*game.minefield())[cell])
        ++cell;
    return cell;
}

std::size_t items_of(const Level& level) {
    std::size_t items = 0;
    level.for_each_item([&](const Item&) { ++items; });
    return items;
}

void play(Game& game, Level& level, bool afresh, Tally& tally) {
    bool first = true;
    game.open(static_cast<Cell>(game.topology()->size() / 2));
    while (game.status() == Status::playing) {
        const double start = milliseconds();
        if (first || afresh) {
            level.begin(game.marks());
        } else {
            level.follow(game.marks(), game.changes());
        }
        first = false;
        const std::span<const Cell> safe = level.safe();
        const Cell next = safe.empty() ? kNoCell : *std::ranges::min_element(safe);
        tally.time += milliseconds() - start;
        ++tally.moves;
        tally.given_away += next == kNoCell;
        tally.most_items = std::max(tally.most_items, items_of(level));
        game.open(next == kNoCell ? give_away(game) : next);
    }
}

Tally play_all(std::string_view name, bool afresh, std::uint64_t games) {
    const auto topology = Topology::grid({16, 30});
    Game game(topology, 99, Rules{}, 1, 0);
    const std::unique_ptr<Level> level = make_level(name, topology, 99);
    Tally tally;
    for (std::uint64_t g = 0; g < games; ++g) {
        game.restart(1, g);
        play(game, *level, afresh, tally);
    }
    return tally;
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t games = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 50;
    std::printf("%-14s %12s %12s %7s %10s %11s\n", "level", "following us", "afresh us", "ratio",
                "given away", "most items");
    for (const Entry& entry : levels()) {
        const Tally following = play_all(entry.name, false, games);
        const Tally afresh = play_all(entry.name, true, games);
        const auto each = [](const Tally& tally) {
            return 1e3 * tally.time / static_cast<double>(tally.moves);
        };
        std::printf("%-14.*s %12.2f %12.2f %7.1f %10.2f %11zu\n", static_cast<int>(entry.name.size()),
                    entry.name.data(), each(following), each(afresh), each(afresh) / each(following),
                    static_cast<double>(following.given_away) / static_cast<double>(games),
                    std::max(following.most_items, afresh.most_items));
    }
    return EXIT_SUCCESS;
}

// Times the engine alone, on one thread, in CPU time: whole expert games by least mine probability, the same
// games replayed with all answers known, following a game cell by cell, and imagining a cell opened. Prints
// one line per figure. Build with -DSAPPER_BENCHMARKS=ON; `make bench` does.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <vector>

#include "board/game.hpp"
#include "inference/inference.hpp"
#include "strategy/strategies.hpp"

namespace {

using namespace sapper;

constexpr std::uint32_t kMines = 99;
constexpr std::uint64_t kSeed = 1;

double milliseconds() {
    return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct Script {
    std::vector<Cell> clicks;
    bool won = false;
};

void print(const char* what, double each, const char* unit) {
    std::printf("%-44s %9.4f %s\n", what, each, unit);
}

std::vector<Script> play(Game& game, Player& player, std::size_t games) {
    std::vector<Script> scripts(games);
    std::size_t won = 0;
    std::size_t guesses = 0;
    const double start = milliseconds();
    for (std::size_t g = 0; g < games; ++g) {
        game.restart(kSeed, g);
        player.begin(game, Random(kSeed, g, Stream::strategy));
        const auto open = [&](Cell cell) {
            if (game.marks()[cell] != kHidden || game.status() != Status::playing) return;
            game.open(cell);
            scripts[g].clicks.push_back(cell);
            player.follow(game);
        };
        open(0);
        while (game.status() == Status::playing) {
            const Choice choice = player.next();
            guesses += choice.certain() ? 0 : 1;
            for (Cell cell : choice.cells)
                open(cell);
        }
        scripts[g].won = game.status() == Status::won;
        won += scripts[g].won;
    }
    print("expert game by least risk, safe corner", (milliseconds() - start) / static_cast<double>(games),
          "ms");
    print("  won", 100.0 * static_cast<double>(won) / static_cast<double>(games), "%");
    print("  guesses a game", static_cast<double>(guesses) / static_cast<double>(games), "");
    return scripts;
}

void replay(Game& game, const std::vector<Script>& scripts) {
    const double start = milliseconds();
    for (std::size_t g = 0; g < scripts.size(); ++g) {
        game.restart(kSeed, g);
        for (Cell cell : scripts[g].clicks)
            game.open(cell);
    }
    const auto games = static_cast<double>(scripts.size());
    print("the same games replayed, all answers known", (milliseconds() - start) / games, "ms");
}

// The milliseconds that reading the clock twice takes.
double clock_cost() {
    constexpr int kTimes = 100000;
    double sum = 0;
    for (int i = 0; i < kTimes; ++i) {
        const double before = milliseconds();
        sum += milliseconds() - before;
    }
    return sum / kTimes;
}

// Cells that were opened alone in the middle of a game. They are really opened, and also imagined and taken
// back.
void follow(Game& game, const std::vector<Script>& scripts) {
    Inference inference(game.topology(), kMines);
    const Position start(game.topology(), kMines, std::vector<Mark>(game.topology()->size(), kHidden));
    double times[2] = {0, 0};
    std::size_t count[2] = {0, 0};
    const auto open = [&] {
        for (Cell cell : game.changes())
            inference.reveal(cell, game.marks()[cell]);
        inference.possible();
    };
    for (std::size_t g = 0; g < scripts.size(); ++g) {
        game.restart(kSeed, g);
        inference.load(start);
        for (Cell cell : scripts[g].clicks) {
            game.open(cell);
            if (game.status() != Status::playing) break;
            if (game.changes().size() > 1 || game.safe_left() > 300) {
                open();
                continue;
            }
            const std::size_t imagine = g % 2;
            const double before = milliseconds();
            if (imagine != 0) inference.push();
            open();
            if (imagine != 0) inference.pop();
            times[imagine] += milliseconds() - before;
            ++count[imagine];
            if (imagine != 0) open();
        }
    }
    const double cost = clock_cost();
    const auto each = [&](int i) { return 1e3 * (times[i] / static_cast<double>(count[i]) - cost); };
    print("open one cell and update, mid-game", each(0), "microseconds");
    print("push, open one cell, update, pop, mid-game", each(1), "microseconds");
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t games = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 5000;
    const auto topology = Topology::grid({16, 30});
    Rules rules;
    rules.first_click = FirstClick::safe;
    Game game(topology, kMines, rules, kSeed, 0);
    const std::unique_ptr<Player> player = put_together("exact", "first", false, topology, kMines);
    const std::vector<Script> scripts = play(game, *player, games);
    replay(game, scripts);
    follow(game, scripts);
}

// Plays the same minefields with several players, on one thread. For each player it prints a line with the
// player's name and the CPU milliseconds of a game, then one line per game: won (0 or 1), the game's own CPU
// milliseconds, and the luck of its guesses. Luck is one number for each eighth of the board left to clear:
// the sum of the risks taken in that eighth, minus one if a mine was hit. Its expectation is zero whatever
// the player does. So benchmarks/strength/players.py can remove it from the difference between players. A
// player is a strategy by name, or "try:" and settings in which it differs from `best`, as in
// try:endgame=100,frontier=0.9.
//
// The time of a game is the time of all games of a player, one after another, divided by their number. The
// clock is read before the first game and after the last, because reading it takes longer than many a move.
// So a game's own time is 0 unless --each comes first, which makes every game some 0.4 microseconds longer.
// With --choices first, every choice is timed as well, which slows the games down further, and the longest
// choice goes to standard error.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "board/game.hpp"
#include "games.hpp"
#include "strategy/strategies.hpp"

namespace {

using namespace sapper;

constexpr std::size_t kPhases = 8;

struct Result {
    bool won = false;
    double milliseconds = 0;
    double longest_choice = 0;
    std::array<double, kPhases> luck{};
};

double milliseconds() {
    return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

void set(Effort& effort, std::string_view key, double value) {
    if (key == "frontier") effort.rules.candidates.frontier_band = value;
    if (key == "sea") effort.rules.candidates.sea_band = value;
    if (key == "second") effort.rules.second = value;
    if (key == "certain") effort.rules.certain = value;
    if (key == "growth") effort.rules.frontier = value;
    if (key == "unlikely") effort.rules.unlikely = value;
    if (key == "close") effort.rules.close = value;
    if (key == "most") effort.rules.candidates.most = static_cast<std::size_t>(value);
    if (key == "atsea") effort.rules.candidates.at_sea = value;
    if (key == "infrontier") effort.rules.candidates.in_frontier = value;
    if (key == "endgame") effort.endgame.configurations = static_cast<std::size_t>(value);
    if (key == "narrow") effort.endgame.narrow_configurations = static_cast<std::size_t>(value);
    if (key == "narrownodes") effort.endgame.narrow_nodes = static_cast<std::uint64_t>(value);
    if (key == "broader") effort.endgame.broader_configurations = static_cast<std::size_t>(value);
    if (key == "nodes") effort.endgame.nodes = static_cast<std::uint64_t>(value);
}

std::unique_ptr<Player> make(std::string_view name, const std::shared_ptr<const Topology>& topology,
                             std::uint32_t mines, const Rules& rules) {
    constexpr std::string_view kOwn = "try:";
    if (!name.starts_with(kOwn)) return make_player(name, topology, mines, rules);
    Effort effort = *effort_of("best");
    for (std::string_view rest = name.substr(kOwn.size()); !rest.empty();) {
        const std::string_view item = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(item.size() + 1, rest.size()));
        const std::size_t equals = item.find('=');
        if (equals == std::string_view::npos) continue;
        set(effort, item.substr(0, equals), std::atof(std::string(item.substr(equals + 1)).c_str()));
    }
    return own_player(effort, topology, mines);
}

std::size_t phase_of(const Game& game) {
    const std::size_t safe = game.topology()->size() - game.mines();
    return std::min(kPhases - 1, kPhases * game.safe_left() / safe);
}

// What the clock measures: whole runs, single games, or single choices, too.
enum class Clock { run, games, choices };

struct Run {
    std::vector<Result> results;
    double milliseconds = 0;  // a game
};

Result play(Game& game, Player& player, Cell first, std::uint64_t seed, std::uint64_t number, Clock clock,
            std::vector<Cell>& cells) {
    Result result;
    const bool alone = clock != Clock::run;
    const double start = alone ? milliseconds() : 0;
    game.restart(seed, number);
    player.begin(game, Random(seed, number, Stream::strategy));
    game.open(first);
    player.follow(game);
    while (game.status() == Status::playing) {
        const double before = clock == Clock::choices ? milliseconds() : 0;
        const Choice choice = player.next();
        if (clock == Clock::choices)
            result.longest_choice = std::max(result.longest_choice, milliseconds() - before);
        const double risk = choice.risk;
        const std::size_t phase = risk > 0 ? phase_of(game) : 0;
        cells.assign(choice.cells.begin(), choice.cells.end());
        for (Cell cell : cells) {
            if (game.status() != Status::playing || game.marks()[cell] != kHidden) continue;
            game.open(cell);
            player.follow(game);
        }
        if (risk > 0) result.luck[phase] += game.status() == Status::lost ? risk - 1 : risk;
    }
    if (alone) result.milliseconds = milliseconds() - start;
    result.won = game.status() == Status::won;
    return result;
}

void print(const char* name, const Run& run) {
    std::printf("%s %.6f\n", name, run.milliseconds);
    for (const Result& result : run.results) {
        std::printf("%d %.4f", result.won ? 1 : 0, result.milliseconds);
        for (double luck : result.luck)
            std::printf(" %.5f", luck);
        std::printf("\n");
    }
}

void print_longest_choice(const char* name, const Run& run) {
    double longest = 0;
    for (const Result& result : run.results)
        longest = std::max(longest, result.longest_choice);
    std::fprintf(stderr, "%s: longest choice %.1f ms\n", name, longest);
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view option = argc > 1 ? argv[1] : "";
    const Clock clock = option == "--choices" ? Clock::choices
                        : option == "--each"  ? Clock::games
                                              : Clock::run;
    if (clock != Clock::run) {
        --argc;
        ++argv;
    }
    constexpr int kFirstPlayer = 1 + GamesToPlay::kArguments;
    if (argc <= kFirstPlayer) {
        std::fprintf(
            stderr,
            "players [--each | --choices] ROWS COLUMNS MINES RULE FIRST_CELL SEED FROM GAMES PLAYER...\n");
        return 2;
    }
    const GamesToPlay games(argv + 1);
    Game game(games.topology, games.mines, games.rules, games.seed, games.from);
    std::vector<Cell> cells;
    for (int i = kFirstPlayer; i < argc; ++i) {
        const std::unique_ptr<Player> player = make(argv[i], games.topology, games.mines, games.rules);
        Run run;
        run.results.reserve(games.end - games.from);
        const double start = milliseconds();
        for (std::uint64_t number = games.from; number < games.end; ++number)
            run.results.push_back(play(game, *player, games.first_cell, games.seed, number, clock, cells));
        run.milliseconds = (milliseconds() - start) / static_cast<double>(games.end - games.from);
        print(argv[i], run);
        if (clock == Clock::choices) print_longest_choice(argv[i], run);
    }
}

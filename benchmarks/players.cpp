// Plays the same minefields with several players, one thread, and prints what came of every game: a line with
// the player's name, then a line a game: won (0 or 1), CPU milliseconds, and the luck of its guesses. Luck is
// one number for each eighth of the board left to clear: the sum, over the guesses made there, of the risk
// taken, less one for the mine hit. Its expectation is zero whatever the player does, so
// benchmarks/players.py can take it out of the difference between players. A player is a strategy by name, or
// "try:" and settings of our own, as in try:endgame=100,frontier=0.9. With --choices first, every choice is
// timed as well, which slows the games down, and the longest goes to the error output.
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
#include "strategy/best.hpp"
#include "strategy/registry.hpp"

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
    if (key == "nodes") effort.endgame.nodes = static_cast<std::uint64_t>(value);
}

std::unique_ptr<Player> make(std::string_view name, const std::shared_ptr<const Topology>& topology,
                             std::uint32_t mines, const Rules& rules) {
    constexpr std::string_view kOwn = "try:";
    if (!name.starts_with(kOwn)) return make_player(name, topology, mines, rules);
    Effort effort;
    for (std::string_view rest = name.substr(kOwn.size()); !rest.empty();) {
        const std::string_view item = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(item.size() + 1, rest.size()));
        const std::size_t equals = item.find('=');
        if (equals == std::string_view::npos) continue;
        set(effort, item.substr(0, equals), std::atof(std::string(item.substr(equals + 1)).c_str()));
    }
    return std::make_unique<Best>(topology, mines, effort);
}

std::size_t phase_of(const Game& game) {
    const std::size_t safe = game.topology()->size() - game.mines();
    return std::min(kPhases - 1, kPhases * game.safe_left() / safe);
}

Result play(Game& game, Player& player, Cell first, std::uint64_t seed, std::uint64_t number, bool timed) {
    Result result;
    const double start = milliseconds();
    game.restart(seed, number);
    player.begin(game, Random(seed, number, Stream::strategy));
    game.open(first);
    player.follow(game);
    std::vector<Cell> cells;
    while (game.status() == Status::playing) {
        const double before = timed ? milliseconds() : 0;
        const Choice choice = player.next();
        if (timed) result.longest_choice = std::max(result.longest_choice, milliseconds() - before);
        const double risk = choice.risk;
        const std::size_t phase = phase_of(game);
        cells.assign(choice.cells.begin(), choice.cells.end());
        for (Cell cell : cells) {
            if (game.status() != Status::playing || game.marks()[cell] != kHidden) continue;
            game.open(cell);
            player.follow(game);
        }
        if (risk > 0) result.luck[phase] += game.status() == Status::lost ? risk - 1 : risk;
    }
    result.milliseconds = milliseconds() - start;
    result.won = game.status() == Status::won;
    return result;
}

void print(const char* name, const std::vector<Result>& results) {
    std::printf("%s\n", name);
    for (const Result& result : results) {
        std::printf("%d %.4f", result.won ? 1 : 0, result.milliseconds);
        for (double luck : result.luck)
            std::printf(" %.5f", luck);
        std::printf("\n");
    }
}

void print_longest_choice(const char* name, const std::vector<Result>& results) {
    double longest = 0;
    for (const Result& result : results)
        longest = std::max(longest, result.longest_choice);
    std::fprintf(stderr, "%s: longest choice %.1f ms\n", name, longest);
}

}  // namespace

int main(int argc, char** argv) {
    const bool timed = argc > 1 && std::string_view(argv[1]) == "--choices";
    if (timed) {
        --argc;
        ++argv;
    }
    if (argc < 10) {
        std::fprintf(stderr,
                     "players [--choices] ROWS COLUMNS MINES RULE FIRST_CELL SEED FROM GAMES PLAYER...\n");
        return 2;
    }
    const auto number = [&](int i) { return std::strtoull(argv[i], nullptr, 10); };
    const auto topology =
        Topology::grid({static_cast<std::size_t>(number(1)), static_cast<std::size_t>(number(2))});
    const auto mines = static_cast<std::uint32_t>(number(3));
    Rules rules;
    rules.first_click = std::string_view(argv[4]) == "safe" ? FirstClick::safe : FirstClick::opening;
    const auto first = static_cast<Cell>(number(5));
    const std::uint64_t seed = number(6);
    const std::uint64_t from = number(7);
    const std::uint64_t games = number(8);
    Game game(topology, mines, rules, seed, from);
    std::vector<std::unique_ptr<Player>> players;
    for (int i = 9; i < argc; ++i)
        players.push_back(make(argv[i], topology, mines, rules));
    std::vector<std::vector<Result>> results(players.size());
    for (std::uint64_t g = from; g < from + games; ++g) {
        for (std::size_t p = 0; p < players.size(); ++p)
            results[p].push_back(play(game, *players[p], first, seed, g, timed));
    }
    for (std::size_t p = 0; p < players.size(); ++p)
        print(argv[static_cast<int>(p) + 9], results[p]);
    for (std::size_t p = 0; timed && p < players.size(); ++p)
        print_longest_choice(argv[static_cast<int>(p) + 9], results[p]);
}

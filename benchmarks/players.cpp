// Plays the same minefields with several players and compares them.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "board/game.hpp"
#include "strategy/best.hpp"
#include "strategy/registry.hpp"

namespace {

using namespace sapper;

double milliseconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

struct Contestant {
    std::string name;
    std::unique_ptr<Player> player;
    std::vector<bool> won;
    std::vector<std::array<float, 8>> luck;
    std::vector<double> times;
    double guesses = 0;
    double worst_move = 0;
};

std::unique_ptr<Player> make(const std::string& name, const std::shared_ptr<const Topology>& topology,
                             std::uint32_t mines, const Rules& rules) {
    if (name.rfind("try", 0) != 0) return make_player(name, topology, mines, rules);
    Effort effort;
    std::string rest = name.size() > 4 ? name.substr(4) : "";
    while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        const std::string item = rest.substr(0, comma);
        rest = comma < rest.size() ? rest.substr(comma + 1) : "";
        const std::size_t equal = item.find('=');
        const std::string key = item.substr(0, equal);
        const double value = std::atof(item.substr(equal + 1).c_str());
        if (key == "frontier") effort.rules.candidates.frontier_band = value;
        if (key == "sea") effort.rules.candidates.sea_band = value;
        if (key == "second") effort.rules.second = value;
        if (key == "certain") effort.rules.certain = value;
        if (key == "score") effort.score = value != 0;
        if (key == "endgame") effort.endgame.configurations = static_cast<std::size_t>(value);
        if (key == "nodes") effort.endgame.nodes = static_cast<std::uint64_t>(value);
    }
    return std::make_unique<Best>(topology, mines, effort);
}

void play(Game& game, Contestant& who, Cell first, std::uint64_t seed, std::uint64_t number) {
    const double start = milliseconds();
    std::array<float, 8> luck{};
    game.restart(seed, number);
    who.player->begin(game, Random(seed, number, Stream::strategy));
    game.open(first);
    who.player->follow(game);
    while (game.status() == Status::playing) {
        const Choice choice = who.player->next();
        who.guesses += choice.certain() ? 0 : 1;
        const double risk = choice.risk;
        const double part = static_cast<double>(game.safe_left()) /
                            static_cast<double>(game.topology()->size() - game.mines());
        const auto bin = std::min<std::size_t>(7, static_cast<std::size_t>(part * 8));
        const std::vector<Cell> cells(choice.cells.begin(), choice.cells.end());
        for (Cell cell : cells) {
            if (game.marks()[cell] != kHidden) continue;
            game.open(cell);
            who.player->follow(game);
            if (risk > 0) luck[bin] += static_cast<float>(game.status() == Status::lost ? risk - 1 : risk);
            if (game.status() != Status::playing) break;
        }
    }
    who.times.push_back(milliseconds() - start);
    who.luck.push_back(luck);
    who.won.push_back(game.status() == Status::won);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 9) {
        std::fprintf(stderr, "players ROWS COLUMNS MINES RULE FIRST_CELL SEED FROM GAMES NAME...\n");
        return 2;
    }
    const auto number = [&](int i) { return std::strtoull(argv[i], nullptr, 10); };
    const auto topology = Topology::grid({number(1), number(2)});
    const auto mines = static_cast<std::uint32_t>(number(3));
    Rules rules;
    rules.first_click = std::strcmp(argv[4], "safe") == 0 ? FirstClick::safe : FirstClick::opening;
    const auto first = static_cast<Cell>(number(5));
    const std::uint64_t seed = number(6);
    const std::uint64_t from = number(7);
    const std::uint64_t games = number(8);
    std::vector<Contestant> all;
    for (int i = 9; i < argc; ++i)
        all.push_back({argv[i], make(argv[i], topology, mines, rules), {}, {}, {}});
    Game game(topology, mines, rules, seed, from);
    for (std::uint64_t g = 0; g < games; ++g)
        for (Contestant& who : all)
            play(game, who, first, seed, from + g);
    for (Contestant& who : all) {
        std::fprintf(stdout, "%s\n", who.name.c_str());
        std::fprintf(stderr, "%s guesses %.2f\n", who.name.c_str(), who.guesses / static_cast<double>(games));
        for (std::size_t g = 0; g < games; ++g) {
            std::printf("%d %.4f", static_cast<int>(who.won[g]), who.times[g]);
            for (float value : who.luck[g])
                std::printf(" %.4f", static_cast<double>(value));
            std::printf("\n");
        }
    }
}

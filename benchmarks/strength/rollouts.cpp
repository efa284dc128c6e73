// Makes guesses and their values, for tools/learn/guesses.py. Plays games by the score of `best` alone.
// Wherever two or more guesses have nearly equal scores, `fast` plays on after each of them, on common
// minefields and without the luck of guesses (see Evaluation). The first guess of a game that shows only one
// number is used in one game of sixteen, because there are few different ones.
//
// Writes binary data to standard output. For each position: the game (32 bits) and the number of guesses that
// follow (32 bits). For each guess: the inputs of the network, GuessNet::kCells bytes and kFigures floats,
// and the guess's wins, a float. An interrupted run may leave the last position incomplete.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "games.hpp"
#include "strategy/evaluation.hpp"
#include "strategy/scoring/guess_net.hpp"
#include "strategy/strategies.hpp"

namespace {

using namespace sapper;

constexpr std::size_t kMostGuesses = 6;
constexpr std::uint64_t kGamesPerFirst = 16;

struct CloseGuess {
    Candidate candidate;
    GuessLook look;
    double wins = 0;
};

class Comparison {
  public:
    Comparison(const ScoreRules& rules, std::uint64_t rollouts, std::unique_ptr<Player> plays_on)
        : rules_(rules),
          score_(rules),
          rollouts_(rollouts),
          plays_on_(std::make_shared<CachingPlayer>(std::move(plays_on))) {}

    void write(Inference& inference, const Game& game, std::uint64_t number, std::uint64_t seed) {
        find(inference);
        if (guesses_.size() < 2) return;
        play_on(game, seed);
        const std::array head{static_cast<std::uint32_t>(number),
                              static_cast<std::uint32_t>(guesses_.size())};
        std::fwrite(head.data(), sizeof head, 1, stdout);
        for (const CloseGuess& one : guesses_) {
            const GuessNet::Input input = GuessNet::input(inference, one.candidate.cell, one.look);
            const auto wins = static_cast<float>(one.wins / static_cast<double>(rollouts_));
            std::fwrite(input.around.data(), sizeof input.around, 1, stdout);
            std::fwrite(input.figures.data(), sizeof input.figures, 1, stdout);
            std::fwrite(&wins, sizeof wins, 1, stdout);
        }
    }

  private:
    // The guesses of nearly the highest score.
    void find(Inference& inference) {
        guesses_.clear();
        for (const Candidate& candidate : find_candidates_(inference, rules_.candidates))
            guesses_.push_back({candidate, score_.look(inference, candidate.cell)});
        std::ranges::stable_sort(guesses_, std::greater(),
                                 [](const CloseGuess& one) { return one.look.score; });
        if (guesses_.size() > kMostGuesses) guesses_.resize(kMostGuesses);
        std::erase_if(guesses_, [this](const CloseGuess& one) {
            return one.look.score < guesses_.front().look.score - rules_.close;
        });
    }

    void play_on(const Game& game, std::uint64_t seed) {
        Evaluation evaluation({game.topology(), game.mines(), game.marks()}, FirstClick::any, plays_on_, {});
        plays_on_->forget();
        const std::uint64_t seed_here = evaluation.seed_here(seed);
        for (std::uint64_t rollout = 0; rollout < rollouts_; ++rollout) {
            for (CloseGuess& one : guesses_)
                one.wins += evaluation.value(seed_here, rollout, {&one.candidate.cell, 1});
        }
    }

    ScoreRules rules_;
    GuessScore score_;
    std::uint64_t rollouts_;
    std::shared_ptr<CachingPlayer> plays_on_;
    CandidateFinder find_candidates_;
    std::vector<CloseGuess> guesses_;
};

}  // namespace

int main(int argc, char** argv) {
    constexpr int kRollouts = 1 + GamesToPlay::kArguments;
    if (argc != kRollouts + 1) {
        std::fprintf(stderr, "rollouts ROWS COLUMNS MINES RULE FIRST_CELL SEED FROM GAMES ROLLOUTS > FILE\n");
        return 2;
    }
    const GamesToPlay games(argv + 1);
    Effort effort = *effort_of("best");
    Comparison comparison(effort.rules, GamesToPlay::number(argv[kRollouts]),
                          own_player(*effort_of("fast"), games.topology, games.mines));
    effort.rules.close = 0;
    GuessScore guesser(effort.rules);
    Endgame endgame;
    Odds following(games.topology, games.mines);
    Game game(games.topology, games.mines, games.rules, games.seed, games.from);
    std::vector<Cell> cells;
    for (std::uint64_t g = games.from; g < games.end; ++g) {
        game.restart(games.seed, g);
        following.begin(game, Random(games.seed, g, Stream::estimate));
        game.open(games.first_cell);
        following.follow(game);
        while (game.status() == Status::playing) {
            const std::span<const Cell> safe = following.safe_cells();
            cells.assign(safe.begin(), safe.end());
            if (cells.empty()) {
                Inference& inference = following.inference();
                const auto solved = endgame.solve(inference, effort.endgame);
                cells = {solved ? solved->cell : guesser.best(inference).cell};
                const bool is_first = game.safe_left() + games.mines + 1 == games.topology->size();
                if (!solved && (!is_first || g % kGamesPerFirst == 0))
                    comparison.write(inference, game, g, games.seed);
            }
            for (Cell cell : cells) {
                if (game.status() != Status::playing || game.marks()[cell] != kHidden) continue;
                game.open(cell);
                following.follow(game);
            }
        }
    }
    return 0;
}

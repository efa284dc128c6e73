// Makes guesses and their values, for tools/learn/guesses.py. Plays games by the score of `best` alone.
// Wherever two or more guesses have nearly equal scores, it draws minefields from all that fit. After every
// such guess, `fast` plays on, on the same minefields as far as the guess is safe in them. A rollout does not
// win or lose: it multiplies the chances of its guesses, which has the same expectation and less luck in it.
// The first guess of a game that shows only one number is used in one game of sixteen, because there are few
// different ones.
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
#include <optional>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "games.hpp"
#include "inference/sampler.hpp"
#include "strategy/scoring/guess_net.hpp"
#include "strategy/strategies.hpp"

namespace {

using namespace sapper;

constexpr std::size_t kMostGuesses = 6;
constexpr std::uint64_t kFirstsPlayed = 16;
// Endgames of this size are exact.
constexpr EndgameLimits kKnownEnd{.configurations = 60, .nodes = 1500};

using Mines = std::vector<std::uint8_t>;  // per cell

// Whole minefields that fit a position, each equally likely.
class MinefieldSampler {
  public:
    explicit MinefieldSampler(Inference& inference) : constraints_(inference.constraints()) {
        inference.sweeps();
        sampler_.emplace(inference);
        const Constraints& constraints = inference.constraints();
        const auto size = static_cast<Cell>(constraints.topology().size());
        known_.assign(size, 0);
        for (Cell cell = 0; cell < size; ++cell) {
            const Constraints::CellState state = constraints.state(cell);
            using enum Constraints::CellState;
            known_[cell] = state == mine || state == exploded;
            if (state != undecided) continue;
            if (!constraints.in_frontier(cell)) {
                sea_.push_back(cell);
                continue;
            }
            const auto [sweep, group] = inference.place_of(cell);
            if (groups_.size() <= sweep) groups_.resize(sweep + 1);
            if (groups_[sweep].size() <= group) groups_[sweep].resize(group + 1);
            groups_[sweep][group].push_back(cell);
        }
    }

    void draw(Random& random, Mines& mines) {
        sampler_->draw(random, sample_);
        mines = known_;
        for (std::size_t sweep = 0; sweep < groups_.size(); ++sweep) {
            for (std::size_t group = 0; group < groups_[sweep].size(); ++group)
                place(sample_.mines[sweep][group], groups_[sweep][group], random, mines);
        }
        place(sample_.sea_mines, sea_, random, mines);
    }

  private:
    static void place(std::uint64_t count, std::vector<Cell>& cells, Random& random, Mines& mines) {
        for (std::size_t i = 0; i < count; ++i) {
            std::swap(cells[i], cells[i + random.below(static_cast<std::uint32_t>(cells.size() - i))]);
            mines[cells[i]] = 1;
        }
    }

    const Constraints& constraints_;
    std::optional<Sampler> sampler_;
    Sampler::Sample sample_;
    Mines known_;
    std::vector<std::vector<std::vector<Cell>>> groups_;  // per sweep and group
    std::vector<Cell> sea_;
};

class Rollout {
  public:
    Rollout() : guesser_(effort_of("fast")->rules) {}

    // Plays on after the cell was opened and was safe. Returns an estimate of the chance to win.
    double wins_after(Inference& inference, Cell cell, const Mines& mines, Random& random) {
        mines_ = mines;
        inference.push();
        const double chance = play(inference, cell, random);
        inference.pop();
        return chance;
    }

  private:
    double play(Inference& inference, Cell first, Random& random) {
        double chance = 1;
        open(inference, {&first, 1});
        while (inference.constraints().undecided_cells() > 0) {
            if (const std::span<const Cell> safe = inference.safe_cells(); !safe.empty()) {
                cells_.assign(safe.begin(), safe.end());
                open(inference, cells_);
                continue;
            }
            if (const auto known = endgame_.win_probability(inference, kKnownEnd)) return chance * *known;
            const Guess guess = next_guess(inference);
            chance *= 1 - guess.risk;
            if (chance == 0) return 0;
            // Goes on with another minefield, in which the cell is safe.
            if (mines_[guess.cell] != 0) {
                MinefieldSampler others(inference);
                while (mines_[guess.cell] != 0)
                    others.draw(random, mines_);
            }
            open(inference, {&guess.cell, 1});
        }
        return chance;
    }

    Guess next_guess(Inference& inference) {
        if (const auto move = endgame_.solve(inference, effort_of("fast")->endgame))
            return {move->cell, move->risk};
        return guesser_.best(inference);
    }

    // Opens hidden cells, and around a zero all cells.
    void open(Inference& inference, std::span<const Cell> cells) {
        const Topology& topology = inference.constraints().topology();
        opened_.clear();
        numbers_.clear();
        is_opened_.resize(topology.size(), false);
        add_hidden(inference, cells);
        for (std::size_t i = 0; i < opened_.size(); ++i) {
            Mark number = 0;
            around_.clear();
            for (Cell other : topology.neighbours(opened_[i])) {
                number = static_cast<Mark>(number + mines_[other]);
                around_.push_back(other);
            }
            numbers_.push_back(number);
            if (number == 0) add_hidden(inference, around_);
        }
        for (Cell cell : opened_)
            is_opened_[cell] = false;
        inference.reveal(opened_, numbers_);
    }

    void add_hidden(const Inference& inference, std::span<const Cell> cells) {
        using enum Constraints::CellState;
        for (Cell cell : cells) {
            const Constraints::CellState state = inference.constraints().state(cell);
            if (is_opened_[cell] || (state != undecided && state != safe && state != mine)) continue;
            is_opened_[cell] = true;
            opened_.push_back(cell);
        }
    }

    GuessScore guesser_;
    Endgame endgame_;
    Mines mines_;
    std::vector<Cell> cells_;
    std::vector<Cell> opened_;
    std::vector<Cell> around_;
    std::vector<Mark> numbers_;
    std::vector<bool> is_opened_;
};

struct Compared {
    Candidate candidate;
    GuessLook look;
    double wins = 0;
};

class Comparison {
  public:
    Comparison(const ScoreRules& rules, std::uint64_t rollouts)
        : rules_(rules), score_(rules), rollouts_(rollouts) {}

    void write(Inference& inference, std::uint64_t game, Random random) {
        find(inference);
        if (compared_.size() < 2) return;
        roll(inference, random);
        const std::array head{static_cast<std::uint32_t>(game), static_cast<std::uint32_t>(compared_.size())};
        std::fwrite(head.data(), sizeof head, 1, stdout);
        for (const Compared& one : compared_) {
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
        compared_.clear();
        for (const Candidate& candidate : find_candidates_(inference, rules_.candidates))
            compared_.push_back({candidate, score_.look(inference, candidate.cell)});
        std::ranges::stable_sort(compared_, std::greater(),
                                 [](const Compared& one) { return one.look.score; });
        if (compared_.size() > kMostGuesses) compared_.resize(kMostGuesses);
        std::erase_if(compared_, [this](const Compared& one) {
            return one.look.score < compared_.front().look.score - rules_.close;
        });
    }

    // Plays on from each guess many times, each time on the first minefield of a common sequence in which it
    // is safe.
    void roll(Inference& inference, Random& random) {
        MinefieldSampler minefields(inference);
        std::vector<Mines> drawn;
        for (std::uint64_t i = 0; i < rollouts_; ++i) {
            drawn.clear();
            const auto safe_in = [&](Cell cell) -> const Mines& {
                for (std::size_t at = 0;; ++at) {
                    if (at == drawn.size()) minefields.draw(random, drawn.emplace_back());
                    if (drawn[at][cell] == 0) return drawn[at];
                }
            };
            for (Compared& one : compared_) {
                const double chance =
                    rollout_.wins_after(inference, one.candidate.cell, safe_in(one.candidate.cell), random);
                one.wins += (1 - one.candidate.risk) * chance;
            }
        }
    }

    ScoreRules rules_;
    GuessScore score_;
    std::uint64_t rollouts_;
    CandidateFinder find_candidates_;
    Rollout rollout_;
    std::vector<Compared> compared_;
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
    Comparison comparison(effort.rules, GamesToPlay::number(argv[kRollouts]));
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
        std::uint32_t guesses = 0;
        while (game.status() == Status::playing) {
            const std::span<const Cell> safe = following.safe_cells();
            cells.assign(safe.begin(), safe.end());
            if (cells.empty()) {
                Inference& inference = following.inference();
                const auto solved = endgame.solve(inference, effort.endgame);
                cells = {solved ? solved->cell : guesser.best(inference).cell};
                const bool is_first = game.safe_left() + games.mines + 1 == games.topology->size();
                if (!solved && (!is_first || g % kFirstsPlayed == 0))
                    comparison.write(inference, g, Random(games.seed, g << 8 | guesses, Stream::estimate));
                ++guesses;
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

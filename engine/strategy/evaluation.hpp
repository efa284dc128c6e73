// Evaluates positions by games: the chance that a player wins from each.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "board/game.hpp"
#include "inference/inference.hpp"
#include "inference/sampler.hpp"
#include "strategy/endgame.hpp"
#include "strategy/player.hpp"
#include "util/limits.hpp"

namespace sapper {

// The values of the games of an evaluation: their mean, its standard error, and the number of games that are
// still needed. The caller adds values in the order of the games, so the sums are the same to the bit however
// many threads play.
class GameValues {
  public:
    void add(std::span<const double> values);
    std::uint64_t games() const { return games_; }
    // The mean and its standard error. Both need at least one game.
    double mean() const;
    double error() const;
    // Estimates how many more games this standard error needs: a whole number, at most 65,536 and at most
    // three times the games so far. 0 or less if the error is small enough already.
    double games_left(double error) const;

  private:
    double variance() const;

    std::uint64_t games_ = 0;
    double sum_ = 0;
    double squares_ = 0;
};

// Asks another player once about each position, and caches the answer. For many games from the same position,
// by a player whose guesses depend only on the position. Each answer has a copy of the board, so call
// forget() before there are too many.
class CachingPlayer final : public Player {
  public:
    explicit CachingPlayer(std::shared_ptr<Player> player) : player_(std::move(player)) {}

    void begin(const Game& game, Random random) override;
    void follow(const Game& game) override;
    Choice next() override;
    void set_poll(std::function<void()> poll) override { player_->set_poll(std::move(poll)); }

    void forget() { answers_.clear(); }

  private:
    struct Answer {
        std::vector<Cell> cells;
        double risk;
        double win_probability;
        Choice::ProvenFigures proven;
    };

    std::shared_ptr<Player> player_;
    const Game* game_ = nullptr;
    std::optional<Random> random_;
    bool follows_ = false;  // whether the other player follows this game: from its first choice on
    std::u16string marks_;  // the marks of the game
    std::unordered_map<std::u16string, Answer> answers_;
};

// A hash of the marks and the mine count of a position. The same on every machine.
std::uint64_t position_number(const std::vector<Mark>& marks, std::uint32_t mines);

// Estimates the chance that a player wins from a position, by games on minefields that fit it, without the
// luck of guesses. A guess multiplies the value of a game by its exact chance to be safe. If the cell has a
// mine, the game goes on with another minefield, in which it has none. If that chance is unknown, or so small
// that such a minefield is hard to draw, the guess stands, and a mine loses. A game ends early if the chance
// to win is proven. So the mean of the values is the chance to win, whatever the player states, and the
// values vary far less than wins and losses do.
class Evaluation {
  public:
    // Flags and question marks count as hidden. Exploded mines are mines that the player knows, and do not
    // lose the game. The player must suit this topology and mine count, and rules with this first click and
    // Win::cleared. Throws std::domain_error if no minefield fits the position, GameError if the board has no
    // safe cell, and BudgetExceeded if the position is too entangled to count.
    Evaluation(const Position& position, FirstClick first_click, std::shared_ptr<Player> player,
               const Limits& limits);

    // From now on calls `poll` every few thousand steps. A poll that throws stops the game.
    void set_poll(const std::function<void()>& poll);
    // The exact chance to win of a player that uses no random numbers: plays all configurations. Nothing if
    // too many are left. Here and in value() the player first opens the cells of `first` in order, and skips
    // those that are open by then.
    std::optional<double> exact(std::span<const Cell> first = {});
    // The seed of the games from this position, derived from a seed. Each position has games of its own, so
    // that the errors of evaluations with one seed do not add up.
    std::uint64_t seed_here(std::uint64_t seed) const;
    // The value of one game of a seed, from 0 to 1. The same arguments always give the same value.
    double value(std::uint64_t seed, std::uint64_t game, std::span<const Cell> first = {});
    // The guesses of the player in all games so far. The cost of the games is about proportional to it.
    std::uint64_t guesses() const { return guesses_; }

  private:
    Cell first_choice();
    std::int64_t spread(Cell first_cell, std::vector<std::uint8_t>& mine_bytes,
                        std::vector<Cell>& undecided) const;
    void begin(const std::vector<std::uint8_t>& mine_bytes, const Random& random);
    double play(Random* luck);
    double follow_choice(const Choice& choice, Random* luck);
    void open(Cell cell);
    void flag(Cell cell);
    double guess(Cell cell, double risk, Random* luck);
    double exact_risk(Cell cell);
    void load(const std::vector<Mark>& marks);

    bool goes_on() const { return game_.status() == Status::playing && game_.exploded() == exploded_before_; }

    std::vector<Mark> marks_;
    std::uint32_t exploded_before_;  // the exploded mines at the start, which do not end the game
    Game game_;
    std::shared_ptr<Player> player_;
    Limits limits_;
    Inference inference_;
    // Empty if no cell is open and the rules protect the first click. Each game then draws a minefield after
    // that click.
    std::optional<MinefieldSampler> first_;
    Listing listing_;
    std::vector<Cell> cells_;
    std::vector<Cell> flags_;
    std::uint64_t guesses_ = 0;
};

}  // namespace sapper

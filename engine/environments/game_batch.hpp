// Many games on one board that advance together. A step takes one action in every game and writes into arrays
// that never move: what the players see, which actions are legal, what the actions opened and set off, and
// how the games stand. Place i of n plays the games i, i + n, i + 2n, ... of the seed, whatever the actions.
// Fair games begin with an open cell, from which play needs no guess; the places skip the other games of the
// seed. With given minefields, game k plays minefield k modulo their number. After the first games it
// allocates nothing, except to find fair games. An illegal action changes nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "board/game.hpp"
#include "minefields/certain_play.hpp"

namespace sapper {

class GameBatch {
  public:
    // What follows a game that is over. `next_step`: the next step begins another game, whatever its action.
    // `same_step`: another game begins at once, and the arrays show it. `never`: it stays as it is.
    enum class Restart { next_step, same_step, never };
    // How a game stands after a step. `cut`: it has had as many steps as a game may have.
    enum class Stand : std::uint8_t { playing, won, lost, drawn, cut };

    // Which games are fair: those that certain moves on these terms clear from this first cell.
    struct Fair {
        Cell start;
        Terms terms;
    };
    // The error if none of the games that it tried is fair.
    class NoneFair : public std::runtime_error {
      public:
        using std::runtime_error::runtime_error;
    };

    // Needs reset(), take() or put() before anything else. `kinds` is the number of kinds of actions, in the
    // order of Action::Kind. Action a has the kind a / cells and the cell a % cells. The minefields must have
    // this number of mines; if there are any, games are not sought. Throws GameError if the board has no safe
    // cell.
    GameBatch(std::shared_ptr<const Topology> topology, std::uint32_t mines, Rules rules, std::size_t count,
              std::size_t kinds, Restart restart, std::uint32_t most_steps, std::optional<Fair> fair,
              std::vector<Minefield> minefields);

    // If games must be fair, reset(), next() and step() may throw NoneFair and whatever the limits' poll
    // throws. Call reset() after that.
    //
    // Begins the first games of a seed.
    void reset(std::uint64_t seed, const Limits& limits = {});
    // Begins the next game in each place whose byte in `places` is not 0, even if one is in progress.
    void next(std::span<const std::uint8_t> places, const Limits& limits = {});
    // Takes one action in each game. Throws std::out_of_range, and changes nothing, if there is no such
    // action.
    void step(std::span<const std::int64_t> actions, const Limits& limits = {});
    // Draws a legal action for each game, all equally likely; 0 if there is none.
    void sample(std::span<std::int64_t> actions);
    // Takes over another's seed and draws, and into each place the state of one of its places. Both must have
    // the same board, rules, kinds of actions and restart, and be two objects.
    void take(const GameBatch& other, std::span<const std::int64_t> from);
    // Puts the game of this number into a place and plays a history in it. Writes no array: the caller does.
    void put(std::size_t at, std::uint64_t number, std::span<const std::uint32_t> actions);
    // The actions of the game in a place that changed something, for put().
    std::vector<std::uint32_t> history(std::size_t at) const;

    std::size_t count() const { return games_.size(); }
    std::size_t actions() const { return kinds_ * cells_; }
    // Whether it searches for fair games, which may take long.
    bool seeks() const { return fair_.has_value(); }
    const Game& game(std::size_t at) const { return games_[at]; }

    // Row by row: games by cells, games by actions, and one for each game.
    std::vector<Mark> observations;
    std::vector<std::uint8_t> legal;
    std::vector<std::int32_t> opened;    // safe cells that the action opened
    std::vector<std::int32_t> exploded;  // mines that it set off
    std::vector<Stand> stands;
    // With `same_step`: what the last finished game showed at its end, and what was then legal.
    std::vector<Mark> last_observations;
    std::vector<std::uint8_t> last_legal;
    // The number of each game among those of the seed, its steps so far, and whether it has ended.
    std::vector<std::uint64_t> numbers;
    std::vector<std::uint32_t> steps;
    std::vector<std::uint8_t> over;
    // What decides all minefields, and how often actions were drawn.
    std::uint64_t seed = 0;
    std::uint64_t draws = 0;

  private:
    void deal(std::size_t at);
    void begin(std::size_t at, const Limits& limits);
    void begin_next(std::size_t at, const Limits& limits);
    void seek_fair(std::size_t at, const Limits& limits);
    bool is_fair(const Game& game, const Limits& limits);
    void clear_results(std::size_t at);
    void act(std::size_t at, std::int64_t action, const Limits& limits);
    void show_changes(std::size_t at);
    void allow_chord(std::size_t at, Cell cell);
    void allow_chords_near(std::size_t at);

    std::size_t cells_;
    std::size_t kinds_;
    Restart restart_;
    std::uint32_t most_steps_;
    std::optional<Fair> fair_;
    CertainPlay play_;
    std::vector<Minefield> minefields_;
    std::vector<Mark> hidden_;  // the marks of a game on a given minefield before its first click
    std::vector<Game> games_;
};

}  // namespace sapper

// Many games on one board that advance together. A step takes one action in every game and writes into arrays
// that never move: what the players see, which actions are legal, what the actions opened and set off, and
// how the games stand. Place i of n plays the games i, i + n, i + 2n, ... of the seed, whatever the actions.
// Fair games begin with an open cell, from which play needs no guess; the places skip the other games of the
// seed. After the first games it allocates nothing, except to find fair games. An illegal action changes
// nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "board/game.hpp"
#include "minefields/certain_play.hpp"
#include "util/random.hpp"

namespace sapper {

class Games {
  public:
    // What follows a game that is over. `next_step`: the next step begins another game, whatever its action.
    // `same_step`: another game begins at once, and the arrays show it. `never`: it stays as it is.
    enum class Restart { next_step, same_step, never };
    // How a game stands after a step. `cut`: it has had as many steps as a game may have.
    enum class Stand : std::uint8_t { playing, won, lost, cleared, cut };

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

    // `kinds` is the number of kinds of actions, in the order of Action::Kind. Action a has the kind a /
    // cells and the cell a % cells. Throws GameError if the board has no safe cell.
    Games(std::shared_ptr<const Topology> topology, std::uint32_t mines, Rules rules, std::size_t count,
          std::size_t kinds, Restart restart, std::uint32_t most_steps, std::uint64_t seed,
          std::optional<Fair> fair = {}, const Limits& limits = {});

    // If games must be fair, the constructor, reset(), next() and step() may throw NoneFair and whatever the
    // limits' poll throws. Call reset() after that.
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
    // With `same_step`: what the last finished game showed at its end.
    std::vector<Mark> last_observations;
    // The number of each game among those of the seed.
    std::vector<std::uint64_t> numbers;

  private:
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
    std::uint64_t seed_ = 0;
    std::vector<Game> games_;
    std::vector<std::uint32_t> steps_;
    std::vector<std::uint8_t> is_over_;
    Random random_;
};

}  // namespace sapper

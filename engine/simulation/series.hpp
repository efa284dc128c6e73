// A player at a board, playing game after game. Whatever a player answers, a game ends: a player that names
// nothing to open is an error. Where flags win, the hidden cells are flagged when all others are open: by
// then nobody can be wrong about them. The time of a game is that of the player and the rules; measuring what
// the minefield asked for is not part of it.
#pragma once

#include <functional>
#include <memory>

#include "board/game.hpp"
#include "inference/inference.hpp"
#include "minefields/metrics.hpp"
#include "simulation/records.hpp"
#include "strategy/players/bookends.hpp"

namespace sapper {

// The time of day, as it were: on a busy machine games seem to take longer.
std::uint64_t steady_clock();

// What is played, but for who plays.
struct Setup {
    std::shared_ptr<const Topology> topology;
    std::uint32_t mines;
    Rules rules;
    Cell first_cell = kNoCell;  // opened first instead of the player's own, where there is one
    // Nanoseconds, for the times in the records: the calling thread's share of a processor, if possible.
    std::uint64_t (*clock)() = steady_clock;
};

class Series {
  public:
    // The player is made for that setup. Throws GameError for a board without a safe cell.
    Series(const Setup& setup, std::shared_ptr<Player> player);

    // Calls `poll` now and then while it plays; it ends a game by throwing, and nothing is added to the
    // records then that matters.
    void set_poll(std::function<void()> poll);
    // Plays a game to its end and adds it to the records. Throws BudgetExceeded where a position is too
    // hard to analyse, std::logic_error where the player names nothing to open.
    void play(std::uint64_t seed, std::uint64_t game, Records& records);

  private:
    void move();
    void follow_choice(const Choice& choice);
    bool open(Cell cell);
    void note_guess(Cell cell, double risk, bool exploded);
    void measure(Records& records);
    double exact_risk(Cell cell);
    std::uint32_t certain_mines();

    Setup setup_;
    Bookends player_;
    Game game_;
    Inference inference_;
    std::function<void()> poll_ = [] {};
    BoardCounter counter_;
    std::vector<Cell> cells_;
    // The game being played, so far.
    struct Notes {
        std::vector<Cell> cells;
        std::vector<double> risks;
        std::vector<std::uint8_t> exploded;
        Cell lost_at = kNoCell;
        std::uint64_t not_played = 0;  // nanoseconds that went into measuring
    } notes_;
};

}  // namespace sapper

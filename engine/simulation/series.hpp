// Plays game after game with one player, and records them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "board/game.hpp"
#include "board/topology.hpp"
#include "inference/inference.hpp"
#include "minefields/three_bv.hpp"
#include "simulation/luck.hpp"
#include "strategy/player.hpp"

namespace sapper {

// The records of games, column by column, with one entry for each game. The columns of guesses have one entry
// for each guess, game after game. All columns but `nanoseconds` depend only on the moves, so equal games
// have equal columns on every machine.
struct Records {
    std::vector<std::uint8_t> outcome;  // a Status
    std::vector<std::uint32_t> clicks;  // actions that changed something
    std::vector<std::uint32_t> opened;  // safe cells open at the end
    // The mines found: all but the exploded ones or, in a lost game, those that were certain before the last
    // action.
    std::vector<std::uint32_t> known_mines;
    std::vector<std::uint32_t> exploded;  // mines
    std::vector<std::uint32_t> three_bv;  // of the minefield
    std::vector<std::uint32_t> openings;  // of the minefield
    std::vector<std::uint32_t> solved;    // the part of the 3BV that was done
    std::vector<std::uint32_t> guesses;   // the number of entries below
    std::vector<double> risk;             // the chance that some guess fails, by the risks below
    std::vector<Cell> lost_at;  // the first mine that exploded, or the guess that lost; otherwise kNoCell
    std::vector<double> luck;   // kLucks for each game, by the exact risks
    std::vector<std::uint64_t> nanoseconds;  // time of the player and the game

    std::vector<Cell> guess_cell;
    // As the player knew it; exact if it did not know. 0 where mines move away, and 1 for a guess that the
    // rules forbid.
    std::vector<double> guess_risk;
    std::vector<std::uint8_t> guess_exploded;

    std::size_t size() const { return outcome.size(); }
};

// Wall-clock time. On a busy machine games seem to take longer.
std::uint64_t steady_clock();

// The setup of games: the board, the rules and the first cell.
struct Setup {
    std::shared_ptr<const Topology> topology;
    std::uint32_t mines;
    Rules rules;
    Cell first_cell = kNoCell;  // replaces the player's own first cell, if any
    // The nanoseconds for the times in the records: if possible, the processor time of the calling thread.
    std::uint64_t (*clock)() = steady_clock;
};

// Plays game after game with one player. A player that names no cell is an error, so every game ends. The
// time of a game is that of the player and the rules, without that of measuring the minefield.
class Series {
  public:
    // The player must suit the setup. Throws GameError if the board has no safe cell.
    Series(const Setup& setup, std::shared_ptr<Player> player);

    // Calls `poll` now and then while it plays. If that throws, the game ends and its records are incomplete.
    void set_poll(std::function<void()> poll);
    const Setup& setup() const { return setup_; }
    // Plays a game to its end and adds it to the records. Calls watch(game, choice), if any, before every
    // move. Throws BudgetExceeded if a position is too hard to analyse, and std::logic_error if the player
    // names nothing to open.
    using Watch = std::function<void(const Game&, const Choice&)>;
    void play(std::uint64_t seed, std::uint64_t game, Records& records, const Watch& watch = {});

  private:
    void move(const Watch& watch);
    void follow_choice(const Choice& choice);
    bool open(Cell cell);
    double true_risk(double risk) const;
    void flag(Cell cell);
    void tell();
    void note_guess(Cell cell, double risk, bool exploded);
    void measure(Records& records);
    double exact_risk(Cell cell);
    double risk_for_luck(Cell cell);
    void catch_up();
    std::uint32_t certain_mines();

    Setup setup_;
    FirstAndLast player_;
    Game game_;
    Inference inference_;
    bool follows_ = false;       // whether the inference knows the game, but for the cells below
    std::vector<Cell> changes_;  // opened and exploded
    std::function<void()> poll_ = [] {};
    BoardCounter counter_;
    std::vector<Cell> cells_;
    std::vector<Cell> flags_;
    // Notes on the current game.
    struct Notes {
        std::vector<Cell> cells;
        std::vector<double> risks;
        std::vector<std::uint8_t> exploded;
        Cell lost_at = kNoCell;
        GameLuck luck;
        std::uint64_t measuring = 0;  // nanoseconds of measuring
    } notes_;
};

}  // namespace sapper

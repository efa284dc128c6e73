// A game and its rules: the minefield, what the player sees, and the history of actions. The caller gives the
// minefield, or the game draws it from (seed, game) when the first cell is opened. An action that changes
// nothing, such as opening a number or a flag, is allowed, returns 0 and is not recorded. Replaying the
// history on a new game of the same origin gives an equal game. After the first game of a size, actions and
// restart() do not allocate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "board/bitboard.hpp"
#include "board/cell_list.hpp"
#include "board/minefield.hpp"
#include "board/position.hpp"
#include "board/topology.hpp"

namespace sapper {

// When a game is won. `cleared`: every safe cell is open. `flagged`: the flags stand on all mines and nowhere
// else; then opening the last safe cell does not end the game.
enum class Win { cleared, flagged };
// What an exploded mine does. `stop`: it ends the game. `resume`: it shows and counts, and play goes on.
enum class OnMine { stop, resume };
// What a guess does. A guess opens a cell that is not certainly safe. It is needless while some cell is
// certainly safe, and forced otherwise. `hard_core`: a needless guess loses. `lucky`: a guess is safe if the
// mines can lie elsewhere. `kaboom`: a needless guess loses, and a forced one is safe. A Game keeps the first
// click safe where the rule does, and knows no more of it: act_by_rules() in variants/referee.hpp enforces
// it.
enum class Guessing : std::uint8_t { free, hard_core, lucky, kaboom };

// Whether mines move away from guesses.
constexpr bool moves_mines(Guessing guessing) {
    return guessing == Guessing::lucky || guessing == Guessing::kaboom;
}

struct Rules {
    FirstClick first_click = FirstClick::opening;
    Win win = Win::cleared;
    OnMine on_mine = OnMine::stop;
    bool question_marks = false;  // flagging goes hidden, flag, question mark, hidden
    Guessing guessing = Guessing::free;
    bool operator==(const Rules&) const = default;
};

// What all rules together promise of the first click. It is a forced guess, so it is safe where mines move.
constexpr FirstClick promise_of(const Rules& rules) {
    const bool is_guess = rules.first_click == FirstClick::any && moves_mines(rules.guessing);
    return is_guess ? FirstClick::safe : rules.first_click;
}

// `drawn`: the game met the condition of a win, but mines exploded on the way.
enum class Status { playing, won, lost, drawn };
inline constexpr std::string_view kStatusNames[] = {"playing", "won", "lost", "drawn"};

struct Action {
    enum class Kind : std::uint8_t { open, flag, chord };
    Kind kind;
    Cell cell;
    bool operator==(const Action&) const = default;
};

// An action that the game does not allow, or a game that cannot exist. `cell` says where, or is kNoCell.
class GameError : public std::invalid_argument {
  public:
    explicit GameError(const std::string& what, Cell cell = kNoCell)
        : std::invalid_argument(what), cell(cell) {}
    Cell cell;
};

// Counts the mines around all cells of a square board, mined cells included, by sums along columns and rows.
// That takes less time than counting around a few cells one by one. Keeps its buffer from one minefield to
// the next.
class NumberCounter {
  public:
    // `mine_bytes` holds one byte for each cell, 0 or 1.
    void operator()(std::size_t columns, std::span<const std::uint8_t> mine_bytes,
                    std::vector<Mark>& numbers);

  private:
    std::vector<std::uint8_t> sums_;  // mines in a cell, the one above and the one below; shifted by one cell
};

// Finds the cells that open from a zero, a word of cells at a time, on boards that a Bitboard can hold. A
// cascade does not pass a flag, so the owner reports every flag that it sets on a zero or removes from one.
class Cascade {
  public:
    // The topology must outlive it.
    explicit Cascade(const Topology& topology);

    // Starts over from a minefield, one byte for each cell, 0 or 1. All zeros are closed.
    void reset(std::span<const std::uint8_t> mine_bytes);
    // Cascades stop at this closed zero, until pass() lets them through again.
    void stop_at(Cell zero);
    void pass(Cell zero);
    // Adds the cells that a newly opened zero opens to `cells`, in the order of the board: those that are
    // hidden or questioned in `marks`.
    void follow(Cell zero, const Mark* marks, CellList& cells);

  private:
    Bits spread(Cell zero);

    const Bitboard* board_;
    std::vector<Bits> zeros_left_;  // zeros that are neither open nor flagged
    std::vector<Bits> zeros_;       // zeros reached in this cascade
};

class Game {
  public:
    // Throws GameError if no cell would be safe.
    Game(std::shared_ptr<const Topology> topology, std::uint32_t mines, Rules rules, std::uint64_t seed,
         std::uint64_t game);
    // A game on this minefield: the first click moves no mine.
    Game(std::shared_ptr<const Topology> topology, Minefield minefield, Rules rules);
    // A game that shows this position. Its minefield is unknown, so solvers can begin with it, but actions
    // throw GameError. Its history is empty and its seed is 0.
    Game(const Position& position, Rules rules);

    // Start over on the same board with the same rules: with another minefield, or with the same one.
    void restart(std::uint64_t seed, std::uint64_t game);
    void restart();
    // Starts over on this minefield with the marks of a player, which must fit it.
    void restart(const std::vector<Mark>& marks, Minefield minefield);

    // Each action returns the number of cells that changed, and throws GameError if the game is over or has
    // no such cell.
    //
    // Opens a hidden or questioned cell, and from a zero also everything around it. Flagged cells stay
    // closed. Calls `poll` now and then while it draws a minefield. If `poll` throws, no cell is opened.
    std::size_t open(Cell cell, const std::function<void()>& poll = {});
    // Sets a flag or removes it.
    std::size_t flag(Cell cell);
    // Opens all hidden cells around a number that touches as many flags and exploded mines as it says. They
    // open together: a wrong flag may set off several mines, and the safe cells still show their numbers.
    std::size_t chord(Cell cell);
    std::size_t act(Action action);
    // Loses the game by a guess that the rules forbid. The guess goes into the history, but opens nothing.
    void lose_by_guess(Action action);
    // Moves the mines. The new minefield must have as many, and fit everything that the player sees.
    void move_mines(Minefield minefield);
    // Repeats the history of another game of the same origin. No rule of guessing judges it again.
    // `new_minefield`: the minefield of that game now, if its mines have moved. `lost_by_guess`: whether its
    // last action lost so.
    void repeat(std::span<const Action> history, std::optional<Minefield> new_minefield, bool lost_by_guess);
    // The game before its last action, made by replaying the others. Before the first cell is opened, a game
    // with a seed has no minefield again. Mines that have moved stay where they are. Throws GameError if
    // there is no action.
    Game without_last_action() const;

    const std::shared_ptr<const Topology>& topology() const { return topology_; }
    std::uint32_t mines() const { return mines_; }
    const Rules& rules() const { return rules_; }
    std::uint64_t seed() const { return seed_; }
    std::uint64_t number() const { return game_; }

    Status status() const { return status_; }
    const std::vector<Mark>& marks() const { return marks_; }
    Position position() const { return {topology_, mines_, marks_}; }
    // Null before the first cell is opened.
    const Minefield* minefield() const { return has_minefield_ ? &minefield_ : nullptr; }
    // Where the mines were given, before any of them moved. Null if the seed decides them.
    const Minefield* original_minefield() const {
        if (!has_original_minefield_) return nullptr;
        return before_moves_ ? &*before_moves_ : &minefield_;
    }
    const std::vector<Action>& history() const { return history_; }
    // Whether the last action of the history lost by a guess that the rules forbid.
    bool is_lost_by_guess() const { return is_lost_by_guess_; }
    // The cells that the last action changed, in the order they changed; for solvers that follow a game.
    std::span<const Cell> changes() const { return {changes_.begin(), changes_.size()}; }

    std::uint32_t flags() const { return flags_; }
    std::uint32_t exploded() const { return exploded_; }
    std::uint32_t safe_left() const { return safe_left_; }
    // Whether no cell has been opened yet.
    bool is_fresh() const { return exploded_ == 0 && safe_left_ + mines_ == marks_.size(); }
    // The number on a mine counter: negative if there are too many flags.
    std::int64_t mines_left() const {
        return std::int64_t{mines_} - std::int64_t{flags_} - std::int64_t{exploded_};
    }

    // Compares board, rules, origin and history. If they are equal, everything else is equal, too, except in
    // games made from a position.
    bool operator==(const Game& other) const;

  private:
    void check_board() const;
    void begin(Cell cell);
    [[noreturn]] void refuse(Cell cell) const;
    void draw(Cell first_click, const std::function<void()>& poll);
    void count_numbers();
    Mark number_of(Cell cell) const;
    void count_marks();
    void begin_cascades();
    void uncover(Cell cell);
    void cascade();
    void cascade_by_cells();
    std::size_t finish(Action action);
    void set_status();
    bool is_flagged_out() const;

    std::shared_ptr<const Topology> topology_;
    std::uint32_t mines_;
    Rules rules_;
    std::uint64_t seed_ = 0;
    std::uint64_t game_ = 0;
    bool has_original_minefield_ = false;
    bool is_from_position_ = false;

    bool has_minefield_ = false;
    Minefield minefield_;
    std::optional<Minefield> before_moves_;  // the first minefield, once mines have moved
    bool is_lost_by_guess_ = false;
    MinefieldDraw draw_minefield_;
    NumberCounter count_numbers_;
    std::vector<Mark> numbers_;        // of every cell; empty if they are counted one by one
    std::optional<Cascade> cascades_;  // if the board allows it, from the first minefield on
    std::vector<Mark> marks_;
    std::vector<Action> history_;
    CellList changes_;
    Status status_ = Status::playing;
    std::uint32_t flags_ = 0;
    std::uint32_t right_flags_ = 0;  // those on mines, once there is a minefield
    std::uint32_t exploded_ = 0;
    std::uint32_t safe_left_ = 0;
};

// The cells that an action opens in a position, except those that open from a zero.
std::vector<Cell> cells_to_open(const Position& position, Action action);

}  // namespace sapper

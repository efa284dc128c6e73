// A player follows one game at a time, from the first click to the end, and chooses the cells to open. It
// sees what anyone at the board sees, the numbers and the mine count, never the minefield. It draws random
// numbers only from the stream of the game, so the same game and stream lead to the same moves on every
// machine. To make a player allocates; to play more games with it need not. FirstAndLast adds the moves that
// are the same for all players: the first of a game, and its last flags.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "inference/probabilities.hpp"
#include "util/random.hpp"

namespace sapper {

// A move: cells that are certainly safe, or one guess, or, where flags win, flags to set.
struct Choice {
    // Hidden cells in the order to open them. Skip those that a cascade has opened in the meantime. The cells
    // and the flags are valid until the next call of the player.
    std::span<const Cell> cells;
    // When nothing is left to open: all hidden cells without a flag, to set one on each.
    std::span<const Cell> flags = {};
    // The mine probability of a guess as the player states it. NaN when it does not know, 0 when certain.
    double risk = 0;
    // The chance to win from here as the player states it. NaN when it does not know.
    double win_probability = kNotKnown;
    // Figures from exact inference, whatever the player states; NaN where it did not prove any. Figures that
    // must be right use these, never the statements above.
    struct ProvenFigures {
        double risk = kNotKnown;             // of the first cell; 0 is proven for all cells
        double win_probability = kNotKnown;  // if the player goes on like this
    } proven = {};

    // A certain cell can only be a mine if the player's inference is wrong.
    bool certain() const { return risk == 0; }
};

// The beliefs of a player before its next move. These are its own conclusions, and more may be certain.
struct PlayerBeliefs {
    // Bounds on the mines among some undecided hidden cells.
    struct Statement {
        std::vector<Cell> cells;
        std::uint32_t least;
        std::uint32_t most;
    };

    std::vector<Cell> safe;   // hidden cells, ascending
    std::vector<Cell> mines;  // hidden cells, ascending
    // The risk of each cell as the policy estimates it: 0 and 1 for the cells above, NaN where it has no
    // estimate.
    std::vector<double> risks;
    std::vector<Statement> statements;
};

class Player {
  public:
    Player() = default;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    virtual ~Player() = default;

    // Begins with a game, which may be under way. It must have the topology, mines and rules of the player,
    // and must not move in memory until the next begin().
    virtual void begin(const Game& game, Random random) = 0;
    // Learns the changes of the last action of that game.
    virtual void follow(const Game& game) = 0;
    // Learns that the last action ended that game. Most players need not know.
    virtual void end(const Game&) {}
    // The next move of a game that is not over: at least one cell to open or to flag. On a fresh game this is
    // the player's own first cell, but any other may be opened instead.
    virtual Choice next() = 0;
    // The beliefs of the player in a game that is not over. Empty for players that do not report beliefs. The
    // call may draw random numbers, and so may change the moves that follow.
    virtual PlayerBeliefs beliefs() { return {}; }
    // From now on the player calls `poll` every few thousand steps. If `poll` throws, call begin() next.
    // `poll` may be empty.
    virtual void set_poll(std::function<void()> poll) = 0;
};

// A good cell to begin with. If the rules promise an opening and the mines leave room for it, this is the
// third cell from all edges, or the fourth on boards of more than 16 x 16 cells, but never past the middle.
// Otherwise it is a corner. On boards without edges all cells count as equal, and it is the first cell.
Cell good_first_cell(const Topology& topology, std::uint32_t mines, FirstClick first_click);

// The middle of the board, or the cell just before it. The first cell on boards without edges.
Cell middle_cell(const Topology& topology);

// The cell at a row and column if the board has two dimensions and this cell, else a good first cell.
Cell cell_at(const Topology& topology, std::uint32_t mines, FirstClick first_click, std::size_t row,
             std::size_t column);

// Adds the first move and the last flags to another player. Opens `first_cell`, or if that is kNoCell the
// cell that the other player chooses. The first click counts as certain if the rules make it safe. When all
// safe cells are open and only flags are missing for the win, sets them.
class FirstAndLast final : public Player {
  public:
    FirstAndLast(std::shared_ptr<Player> player, Cell first_cell);

    void begin(const Game& game, Random random) override;
    void follow(const Game& game) override;
    void end(const Game& game) override { player_->end(game); }
    Choice next() override;
    PlayerBeliefs beliefs() override { return player_->beliefs(); }
    void set_poll(std::function<void()> poll) override { player_->set_poll(std::move(poll)); }

  private:
    Choice first();
    Choice flags();

    std::shared_ptr<Player> player_;
    Cell first_cell_;
    const Game* game_ = nullptr;
    std::vector<Cell> flags_;
};

}  // namespace sapper

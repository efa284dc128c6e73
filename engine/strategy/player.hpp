// Who plays. A player follows one game at a time, from its first click to its end, and says what to open
// next. It sees what anyone at the board sees: the numbers and the mine count, never the minefield. Chance
// enters only through the random stream it is given, so the same game and stream meet the same moves on every
// machine. Making a player allocates; playing game after game with it need not.
#pragma once

#include <functional>
#include <limits>
#include <span>

#include "board/game.hpp"
#include "board/random.hpp"

namespace sapper {

// What to do: open several cells that are certainly safe, or one guess; or, where flags win, set flags.
struct Choice {
    // Hidden cells in the order to open them; those that a cascade has opened meanwhile are passed over.
    // Valid until the player is asked or told anything again, as are the flags.
    std::span<const Cell> cells;
    // Hidden cells without a flag to set one on: all that are missing, when nothing is left to open.
    std::span<const Cell> flags = {};
    // The mine probability of a guess as the player knows it, NaN when it has no idea; 0 when certain.
    double risk = 0;
    // The proven chance to win from here, NaN when none is proven.
    double win_probability = std::numeric_limits<double>::quiet_NaN();

    // A player may be certain of what is not so only if its inference is wrong.
    bool certain() const { return risk == 0; }
};

class Player {
  public:
    Player() = default;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    virtual ~Player() = default;

    // Before the next move on a game that may have just begun or be in any state of play, on the topology and
    // with the mines and rules that the player was made for. The game must stay where it is until the next
    // begin().
    virtual void begin(const Game& game, Random random) = 0;
    // Learns what the last action on that game changed.
    virtual void follow(const Game& game) = 0;
    // The next move of a game that is not over: at least one cell to open or to flag. On a fresh game the
    // player's own first cell, but any other may be opened instead.
    virtual Choice next() = 0;
    // From now on calls `poll` every few thousand steps of thinking. It ends them by throwing, and the player
    // is then to begin anew. An empty one is not called.
    virtual void set_poll(std::function<void()> poll) = 0;
};

}  // namespace sapper

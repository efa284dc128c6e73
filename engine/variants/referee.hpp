// The referee of games with a rule of guessing (Guessing in board/game.hpp). The first click is a forced
// guess like others: where the mines are given, they move away from it, and else the game draws none there.
// It must know everything that follows from a position. Where a position is too hard to count, guesses are
// free: is_judged() tells so before the click.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "util/limits.hpp"
#include "util/random.hpp"

namespace sapper {

struct Ruling {
    std::vector<Cell> guess;               // the cells of a needless guess, which loses; otherwise empty
    std::vector<std::uint8_t> mine_bytes;  // the minefield if mines move away; otherwise empty
};

// Whether the referee judges the next click: whether the position can be counted. Always true where guesses
// are free. Throws whatever the limits' poll throws.
bool is_judged(const Position& position, Guessing guessing, const Limits& limits);

// Judges an action before the game does it. The seed, the number and the history of the game decide where
// mines go. Throws whatever the limits' poll throws.
Ruling rule_on(const Game& game, Guessing guessing, Action action, const Limits& limits);

// What a rule of guessing leaves of the risk of a guess that it judges and does not forbid: none where mines
// move, unless the guess opens a certain mine.
constexpr double risk_by_rule(Guessing guessing, double risk) {
    return moves_mines(guessing) && risk < 1 ? 0 : risk;
}

// Does an action under the game's rule of guessing, as Game::act() does it where guesses are free.
std::size_t act_by_rules(Game& game, Action action, const Limits& limits);

// A minefield that fits a position and has no mines in these hidden cells. Nothing if there is none. First
// gives these cells possible numbers. Then gives possible mines to cells of the frontier, one by one, until
// the whole frontier is certain. So it never takes a mine back. Not all minefields that fit are equally
// likely. Ignores flags. Throws BudgetExceeded and whatever the limits' poll throws.
std::optional<std::vector<std::uint8_t>> rearrange(const Position& position, std::span<const Cell> safe_cells,
                                                   Random random, const Limits& limits);

}  // namespace sapper

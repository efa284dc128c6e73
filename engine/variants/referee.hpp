// The variants of the game: their rules when a player opens cells. In hard core, a needless guess loses: to
// open a cell that is not certainly safe while another cell is. In lucky, mines move away from the cells that
// a guess opens, if another minefield fits everything that the player sees. The referee only judges, and
// changes no game. It never judges the first click. In a position that is too hard to judge, the rules of a
// normal game hold.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "util/limits.hpp"
#include "util/random.hpp"

namespace sapper {

enum class Variant : std::uint8_t { normal, hard_core, lucky };

// The time for a ruling. After it, the rules of a normal game hold for the move. The engine has no clock, so
// the caller's poll enforces this.
inline constexpr double kRulingSeconds = 2;

struct Ruling {
    std::vector<Cell> guess;          // the cells of a needless guess, which loses; otherwise empty
    std::vector<std::uint8_t> mined;  // the minefield if mines move away; otherwise empty
};

// Judges an action before the game does it. The seed decides where mines go. Throws whatever the limits' poll
// throws.
Ruling rule_on(const Game& game, Variant variant, Action action, std::uint64_t seed, const Limits& limits);

// A minefield that fits a position and has no mines in these hidden cells. Nothing if there is none. First
// gives these cells possible numbers. Then gives possible mines to cells of the frontier, one by one, until
// the whole frontier is certain. So it never takes a mine back. Not all minefields that fit are equally
// likely. Ignores flags. Throws BudgetExceeded and whatever the limits' poll throws.
std::optional<std::vector<std::uint8_t>> rearrange(const Position& position, std::span<const Cell> safe_cells,
                                                   Random random, const Limits& limits);

}  // namespace sapper

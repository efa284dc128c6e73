// The variants of the game: what they forbid and change when a player opens cells. In hard core a needless
// guess loses: opening a cell that is not certainly safe while another cell is. In lucky, mines move away
// from the cells that a guess opens, if another minefield fits all that the player sees. The referee only
// judges, and changes no game. The first click is never judged. A position too hard to judge counts as in a
// normal game.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "board/random.hpp"
#include "util/limits.hpp"

namespace sapper {

enum class Variant : std::uint8_t { normal, hard_core, lucky };

// How long a ruling should take at most. Past it a move counts as in a normal game. The poll of the limits
// keeps it: the engine has no clock.
inline constexpr double kRulingSeconds = 2;

struct Ruling {
    std::vector<Cell> guess;          // the cells of a needless guess, which loses; else empty
    std::vector<std::uint8_t> mined;  // the minefield after mines have moved away; else empty
};

// Judges an action before it is done. The seed decides where mines go. Throws what the limits' poll throws.
Ruling rule_on(const Game& game, Variant variant, Action action, std::uint64_t seed, const Limits& limits);

// A minefield that fits a position and has no mines in some hidden cells; nothing if there is none. First the
// spared cells get numbers that are possible. Then cells of the frontier get mines that are possible, one by
// one, until the frontier is certain. So no choice has to be taken back. Not all minefields that fit are
// equally likely. Flags are ignored. Throws BudgetExceeded and what the limits' poll throws.
std::optional<std::vector<std::uint8_t>> rearranged(const Position& position, std::span<const Cell> spared,
                                                    Random random, const Limits& limits);

}  // namespace sapper

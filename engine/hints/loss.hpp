// Why a game was lost: the risk of the action that lost it, and what the player could have known before.
#pragma once

#include <optional>
#include <vector>

#include "board/game.hpp"
#include "deduction/phrase.hpp"
#include "util/limits.hpp"

namespace sapper {

struct Loss {
    double risk;
    // Cells that were certainly safe: those of the simplest proof, or one cell if no proof is found. Nothing
    // if the player had to guess.
    std::vector<Cell> safe = {};
    // What the proof rests on.
    std::vector<Cell> numbers = {};
    std::vector<Cell> given = {};
    std::optional<Cell> best = {};  // a cell of less risk, if the player had to guess
    Phrase sentence = {};
};

// `position` is what the player saw before the action. `first_is_safe`: the rules keep the first click of a
// game safe. Throws what action_risk() throws.
Loss loss_of(const Position& position, Action action, bool first_is_safe, const Limits& limits);

}  // namespace sapper

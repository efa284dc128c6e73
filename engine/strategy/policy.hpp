// A policy picks the guess when the inference level knows no safe cell. It uses what the level knows, the
// odds, or both, and says which.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "knowledge/level.hpp"
#include "strategy/policies/odds.hpp"
#include "util/random.hpp"

namespace sapper {

// What a policy sees.
struct Outlook {
    const Game& game;
    const Level* level;  // null if the odds suffice: they know what is certain
    Odds* odds;          // null if the policy needs none
    Random& random;
    const std::function<void()>& poll;  // slow policies call it now and then; may be empty

    std::size_t size() const { return game.marks().size(); }
    bool hidden(Cell cell) const { return is_hidden(game.marks()[cell]); }
    // Lists the hidden cells that the level does not know to be mines. All hidden cells if a wrong level
    // leaves none.
    void list_guessable(std::vector<Cell>& cells) const {
        cells.clear();
        for (Cell cell = 0; cell < size(); ++cell) {
            if (hidden(cell)) cells.push_back(cell);
        }
        const auto is_mine = [this](Cell cell) { return level->is_mine(cell); };
        if (!std::ranges::all_of(cells, is_mine)) std::erase_if(cells, is_mine);
    }
};

class Policy {
  public:
    enum class Needs { level, odds, both };

    Policy() = default;
    Policy(const Policy&) = delete;
    Policy& operator=(const Policy&) = delete;
    virtual ~Policy() = default;

    // Another game or position begins.
    virtual void begin() {}
    virtual Needs needs() const = 0;
    // Whether the guess depends on the number of mines on the board.
    virtual bool needs_mine_count() const { return needs() != Needs::level; }
    // A hidden cell that is not known to be a mine, and its mine probability (NaN where unknown). At least
    // one such cell exists.
    virtual Guess pick(const Outlook& outlook) = 0;
    // Writes the estimates that pick() uses, per hidden cell. Cells without an estimate keep their value. By
    // default writes the odds, if the policy needs them.
    virtual void estimate(const Outlook& outlook, std::span<double> risks) {
        if (needs() == Needs::level || outlook.odds == nullptr) return;
        for (Cell cell = 0; cell < risks.size(); ++cell) {
            if (outlook.hidden(cell)) risks[cell] = outlook.odds->risk(cell);
        }
    }
};

}  // namespace sapper

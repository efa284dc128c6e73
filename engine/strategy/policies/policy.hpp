// Policies, which pick the guesses of a player: the interface, the functions that make policies, and their
// names.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "board/game.hpp"
#include "deduction/levels.hpp"
#include "inference/safest.hpp"
#include "strategy/policies/odds.hpp"
#include "strategy/scoring/guess_score.hpp"
#include "util/random.hpp"
#include "util/texts.hpp"

namespace sapper {

// The view of a policy.
struct Outlook {
    const Game& game;
    const Level* level;  // null if the odds suffice, which also know what is certain
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

// A policy picks the guess when the inference level knows no safe cell. It uses the level, the odds, or both,
// as needs() says.
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
    // Picks a hidden cell that is not known to be a mine. Returns it with its mine probability (NaN where
    // unknown). There must be such a cell.
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

// These functions make the policies. Each .cpp of this folder describes its policies. The function of a
// family takes a name, and returns null if the name is not in the family.

// In simple.cpp.
std::unique_ptr<Policy> at_random();
std::unique_ptr<Policy> by_boundary();
std::unique_ptr<Policy> by_score(const ScoreRules& rules);
std::unique_ptr<Policy> least_risk();

// In the file of its name.
std::unique_ptr<Policy> full_score(const Topology& topology);

// In by_estimate.cpp.
std::unique_ptr<Policy> by_density();
std::unique_ptr<Policy> by_mean_ratio();
std::unique_ptr<Policy> corners_then_edges(const Topology& topology);

// Families.
std::unique_ptr<Policy> among_safest(std::string_view name, const Topology& topology);
std::unique_ptr<Policy> filters(std::string_view name);
std::unique_ptr<Policy> look_ahead(std::string_view name);

// An entry for each name. Families are listed by their first members; the summaries describe the others.
std::span<const Entry> policies();

// Null for an unknown name.
std::unique_ptr<Policy> make_policy(std::string_view name, const Topology& topology);
bool is_policy(std::string_view name);

}  // namespace sapper

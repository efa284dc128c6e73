// Policies, which pick the guesses of a player: the interface, the functions that make policies, and their
// names.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "board/game.hpp"
#include "deduction/levels.hpp"
#include "inference/bit_rules.hpp"
#include "inference/inference.hpp"
#include "inference/probabilities.hpp"
#include "strategy/scoring/guess_score.hpp"
#include "util/lists.hpp"
#include "util/random.hpp"

namespace sapper {

// Follows a game action by action with exact inference, and gives the mine probabilities by which policies
// guess. They are exact, or estimates of a derived class. Certain cells are always exact. It counts only what
// a caller reads. If the board has a bitboard and the game began with no cell open, the trivial rules on
// bitboards answer first. The inference then learns the moves only when a caller needs it.

class Odds {
  public:
    Odds(std::shared_ptr<const Topology> topology, std::uint32_t mines);
    Odds(const Odds&) = delete;
    Odds& operator=(const Odds&) = delete;
    virtual ~Odds() = default;

    // Starts over from the present position of the game. Flags do not count. Estimates depend on the random
    // numbers.
    virtual void begin(const Game& game, Random);
    // Learns the changes of the last action of that game.
    virtual void follow(const Game& game);

    // As Player::set_poll().
    void set_poll(std::function<void()> poll) { inference_.set_poll(std::move(poll)); }

    // Inference::safe_cells() for the present position.
    std::span<const Cell> safe_cells();
    // The inference of the present position. Call pop() after push() before the game goes on.
    Inference& inference();

    // The mine probability of a hidden cell: 0 or 1 exactly where certain, and only there.
    virtual double risk(Cell cell) { return inference().about(cell).mine_probability; }
    // The risk to state for the guess of a policy that went by risk(). The least of several estimates is too
    // low on average, so an estimate is made anew.
    virtual double risk_to_state(const CellRisk& guess) { return guess.risk; }

  private:
    Inference inference_;
    std::optional<TrivialRules> rules_;
    bool by_rules_ = false;        // whether rules_ follows this game; otherwise:
    std::vector<Cell> new_cells_;  // cells of the game that the inference does not know yet
    std::vector<Mark> numbers_;
};

// Odds that estimate mine probabilities from exact samples.
std::unique_ptr<Odds> odds_by_samples(std::shared_ptr<const Topology> topology, std::uint32_t mines);

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

// For every cell, the steps from the nearest open cell. Keeps its buffers from one guess to the next.
class StepsFromOpen {
  public:
    void find(const Game& game) {
        steps_.assign(game.marks().size(), UINT32_MAX);
        queue_.clear();
        for (Cell cell = 0; cell < steps_.size(); ++cell) {
            if (!is_number(game.marks()[cell])) continue;
            steps_[cell] = 0;
            queue_.push_back(cell);
        }
        for (std::size_t next = 0; next < queue_.size(); ++next) {
            for (Cell other : game.topology()->neighbours(queue_[next])) {
                if (steps_[other] != UINT32_MAX) continue;
                steps_[other] = steps_[queue_[next]] + 1;
                queue_.push_back(other);
            }
        }
    }

    // UINT32_MAX where no cell is open.
    std::uint32_t operator[](Cell cell) const { return steps_[cell]; }

  private:
    std::vector<std::uint32_t> steps_;
    std::vector<Cell> queue_;
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
    virtual CellRisk pick(const Outlook& outlook) = 0;
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

// In policy.cpp.
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

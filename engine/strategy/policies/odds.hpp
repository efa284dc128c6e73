// Follows a game action by action with exact inference, and gives the mine probabilities by which policies
// guess. They are exact, or estimates of a derived class. Certain cells are always exact. It counts only what
// a caller reads. If the board has a bitboard and the game began with no cell open, the trivial rules on
// bitboards answer first. The inference then learns the moves only when a caller needs it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "inference/bit_rules.hpp"
#include "inference/inference.hpp"
#include "util/random.hpp"

namespace sapper {

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
    virtual double stated_risk(const Guess& guess) { return guess.risk; }

  private:
    Inference inference_;
    std::optional<TrivialRules> rules_;
    bool by_rules_ = false;     // whether rules_ follows this game; otherwise:
    std::vector<Cell> opened_;  // cells of the game that the inference does not know yet
    std::vector<Mark> numbers_;
};

// Odds that estimate mine probabilities from exact samples.
std::unique_ptr<Odds> sampled_odds(std::shared_ptr<const Topology> topology, std::uint32_t mines);

}  // namespace sapper

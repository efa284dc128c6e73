// Follows a game action by action with exact inference, and gives the mine probabilities by which policies
// guess. They are exact, or estimated by a derived class. What is certain is always exact. It counts only
// what a caller reads. If the board has a bitboard and the game is followed from the start, the trivial
// rules on bitboards answer first. The inference then learns the moves only when it is needed.
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

    // Starts over from what the game shows now. Flags do not count. Estimates depend on the random numbers.
    virtual void begin(const Game& game, Random);
    // Learns what the last action of that game changed.
    virtual void follow(const Game& game);

    // As Player::set_poll().
    void set_poll(std::function<void()> poll) { inference_.set_poll(std::move(poll)); }

    // Like Inference::safe_cells(), with everything seen.
    std::span<const Cell> safe_cells();
    // The inference, with everything seen. Pop what you push before the game goes on.
    Inference& inference();

    // The mine probability of a hidden cell: 0 or 1 exactly where certain, and only there.
    virtual double risk(Cell cell) { return inference().about(cell).mine_probability; }

  private:
    Inference inference_;
    std::optional<TrivialRules> rules_;
    bool by_rules_ = false;     // whether rules_ follows this game; otherwise:
    std::vector<Cell> opened_;  // seen, but not yet known to the inference
    std::vector<Mark> numbers_;
};

// Estimates from exact samples.
std::unique_ptr<Odds> sampled_odds(std::shared_ptr<const Topology> topology, std::uint32_t mines);

}  // namespace sapper

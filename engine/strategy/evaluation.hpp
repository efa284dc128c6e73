// What a position is worth: the chance that a player wins from it, by games played on from minefields that
// fit. The luck of guesses is taken out. A guess multiplies the value of a game by its chance to be safe, and
// where the cell has a mine, another minefield takes over in which it has none. A game ends early where the
// player knows its chance to win. So the mean of the values is the chance to win, and they vary far less
// than wins and losses do.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "inference/inference.hpp"
#include "inference/minefield_sampler.hpp"
#include "strategy/endgame/listing.hpp"
#include "strategy/player.hpp"
#include "util/limits.hpp"

namespace sapper {

class Evaluation {
  public:
    // Flags and question marks count as hidden. The player must be made for the topology, the mines and these
    // rules, with the win `cleared`. Throws std::domain_error for a position that no minefield fits,
    // GameError for a board without a safe cell, and BudgetExceeded where the position is too entangled to be
    // counted.
    Evaluation(const Position& position, FirstClick first_click, std::shared_ptr<Player> player,
               const Limits& limits);

    // From now on calls `poll` every few thousand steps. It stops a game by throwing.
    void set_poll(const std::function<void()>& poll);
    // In both, the player opens the cells of `first` first, those that are still hidden in their turn.
    // The exact chance to win of a player that uses no random numbers, where few configurations are left:
    // plays all of them.
    std::optional<double> exact(std::span<const Cell> first = {});
    // The value of one of the games of a seed, from 0 to 1. It depends on these numbers alone.
    double value(std::uint64_t seed, std::uint64_t game, std::span<const Cell> first = {});
    // How often the player had to guess in all games so far. Games cost about as much as this number says.
    std::uint64_t guesses() const { return guesses_; }

  private:
    void begin(const std::vector<std::uint8_t>& mined, const Random& random);
    double play(Random* luck);
    void open(Cell cell);
    double guess(Cell cell, double risk, Random* luck);
    double exact_risk(Cell cell);
    void load(const std::vector<Mark>& marks);

    Game game_;
    std::vector<Mark> marks_;
    std::shared_ptr<Player> player_;
    Limits limits_;
    Inference inference_;
    // Empty while no cell is open and the rules promise something of the first: every game draws its
    // minefield then.
    std::optional<MinefieldSampler> first_;
    Listing listing_;
    std::vector<Cell> cells_;
    std::uint64_t guesses_ = 0;
};

}  // namespace sapper

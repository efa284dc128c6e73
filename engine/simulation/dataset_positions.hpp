// Collects the positions in which a player had to choose, column by column, with the exact answers. Each
// position has an open cell, and a cell that the player opens. The inference counts only what has changed
// since the position before, but the answers are the same to the bit as after a load of the position. So the
// columns depend only on the games, whatever their order and thread.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "board/game.hpp"
#include "deduction/levels.hpp"
#include "inference/inference.hpp"
#include "strategy/player.hpp"

namespace sapper {

class Positions {
  public:
    static constexpr std::uint8_t kNoDifficulty = 255;

    // Collects each position with an open cell whose number plus that of its game is a multiple of `every`.
    // With `grade`, also finds the difficulty.
    Positions(std::shared_ptr<const Topology> topology, std::uint32_t mines, std::uint32_t every, bool grade,
              Limits limits);

    // Begins a game. Its positions must follow in the order of play.
    void begin(std::uint64_t number);
    // Throws BudgetExceeded if the position is too hard to analyse, and whatever the poll throws.
    void add(const Game& game, const Choice& choice);
    // Adds the outcome of the game to its positions.
    void end(Status status);

    std::size_t size() const { return games.size(); }

    // One entry for each position.
    std::vector<std::uint64_t> games;
    std::vector<std::uint32_t> moves;  // the positions of its game before it
    std::vector<Status> outcomes;      // of its game
    std::vector<std::uint8_t> exact;
    std::vector<Cell> choices;  // the first cell that the player opens
    std::vector<std::uint8_t> exploded;
    std::vector<double> win_probability;     // the exact one that the player knows; NaN if it knows none
    std::vector<std::uint8_t> difficulties;  // a Difficulty; kNoDifficulty without a certain cell
    // An entry for each cell of each position.
    std::vector<Mark> marks;
    std::vector<double> mine_probability;  // NaN where revealed
    // The certain cells of the positions, one position after another, and the number that each has.
    std::vector<Cell> safe;
    std::vector<Cell> mine_cells;
    std::vector<std::uint32_t> safe_counts;
    std::vector<std::uint32_t> mine_counts;

  private:
    void follow(const std::vector<Mark>& marks);
    void answer();
    std::uint32_t add_cells(Verdict verdict, std::vector<Cell>& cells) const;

    std::uint32_t every_;
    bool grade_;
    DifficultyFinder difficulty_of_;
    Inference inference_;
    std::uint64_t number_ = 0;
    std::uint32_t move_ = 0;
    std::vector<Mark> marks_before_;  // those that the inference knows
    std::vector<Cell> changes_;
    std::vector<Verdict> verdicts_;
};

}  // namespace sapper

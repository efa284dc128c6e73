// Replays a recorded game move by move and judges it with exact inference: the risk of each move, what was
// certain before it and, with `by_win`, what it did to the chance to win. After each move it learns only what
// that move has shown.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "inference/inference.hpp"
#include "reviews/reviewed_game.hpp"
#include "util/limits.hpp"

namespace sapper {

class Reviewer {
  public:
    // Throws GameError if no cell would be safe.
    Reviewer(std::shared_ptr<const Topology> topology, Minefield minefield, Rules rules, bool by_win,
             Limits limits);

    // Replaces the poll of the limits.
    void set_poll(const std::function<void()>& poll);

    // Replays a move and judges it. `pressed` is the cell on which its button went down, if that is known.
    // Throws GameError if the game is over or has no such cell, BudgetExceeded, and whatever the poll throws.
    // The review cannot go on after that.
    const ReviewedMove& act(Action action, Cell pressed = kNoCell);
    // Sets the chance to win after each move. Call it after the last one.
    void set_outcomes();

    const Game& game() const { return game_; }
    const std::vector<ReviewedMove>& moves() const { return moves_; }
    ReviewSummary summary() const;
    // Whether the minefield can be cleared from the first cell without a guess. Nothing if that is too hard
    // to decide, or no cell was opened.
    std::optional<bool> is_fair() const;

  private:
    void poll() const;
    void judge(ReviewedMove& move, Action action, Cell pressed, const Position& before);
    double risk_of(Action action, const Position& before);
    bool was_meant(Action meant, Action action, const Position& before);
    void find_missed(ReviewedMove& move, Cell cell, const Position& before) const;
    void follow();

    Game game_;
    bool by_win_;
    Limits limits_;
    Inference inference_;
    Cell first_ = kNoCell;
    std::vector<ReviewedMove> moves_;
    // By cell, before the last move.
    std::vector<Verdict> verdicts_;
    std::vector<double> risks_;
    std::vector<double> errors_;
};

}  // namespace sapper

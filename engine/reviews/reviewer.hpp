// Replays a recorded game move by move, by its rules, and judges it with exact inference: the risk of each
// move, the cells that were certain before it and, with `by_win`, its effect on the chance to win. After each
// move the inference learns only the changes of that move.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "formats/recording.hpp"
#include "inference/inference.hpp"
#include "reviews/reviewed_game.hpp"
#include "util/limits.hpp"

namespace sapper {

// The hand that makes a move, as far as the recording knows it.
struct Hand {
    Cell press_cell = kNoCell;  // where the button went down
    // The pixel of the event that makes the move, in a recording with cells of this size.
    std::int64_t x = kNoPixel;
    std::int64_t y = kNoPixel;
    std::uint32_t cell_size = kCellSize;
};

class PositionChances;

class Reviewer {
  public:
    // The seed decides the games that `by_win` plays. Throws GameError if no cell would be safe.
    Reviewer(std::shared_ptr<const Topology> topology, Minefield minefield, Rules rules, bool by_win,
             Limits limits, std::uint64_t seed = 0);

    // Replaces the poll of the limits.
    void set_poll(const std::function<void()>& poll);

    // Replays a move and judges it. Throws GameError if the game is over or has no such cell, BudgetExceeded,
    // and whatever the poll throws. The review cannot go on after that.
    const ReviewedMove& act(Action action, const Hand& hand = {});
    // Sets the chance to win after the last move. Call it after that move.
    void set_outcomes();

    const Game& game() const { return game_; }
    const std::vector<ReviewedMove>& moves() const { return moves_; }
    ReviewSummary summary() const;
    // Whether play can clear the minefield from the first cell without a guess. Nothing if that is too hard
    // to decide, or if the game opened no cell.
    std::optional<bool> is_fair() const;

  private:
    void poll() const;
    void judge(ReviewedMove& move, Action action, const Hand& hand, const Position& before);
    void judge_by_win(ReviewedMove& move, Action action, const Position& before);
    void settle(PositionChances& here);
    double risk_of(Action action, const Position& before);
    bool is_slip(Action press, Action action, const Position& before);
    void find_missed_proofs(ReviewedMove& move, Cell cell, const Position& before) const;

    Game game_;
    bool by_win_;
    std::uint64_t seed_;
    Limits limits_;
    Inference inference_;
    Cell first_ = kNoCell;
    std::vector<ReviewedMove> moves_;
    std::optional<std::size_t> open_move_;  // the move whose chance after it is not known yet
    // By cell, before the last move.
    std::vector<Verdict> verdicts_;
    std::vector<double> risks_;
};

}  // namespace sapper

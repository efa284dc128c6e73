// Asks another player once about each position, and remembers the answer. For many games from the same
// position, by a player whose guesses depend only on the position. Each answer keeps a copy of the board, so
// call forget() before there are too many.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "strategy/player.hpp"

namespace sapper {

class Remembering final : public Player {
  public:
    explicit Remembering(std::shared_ptr<Player> player) : player_(std::move(player)) {}

    void begin(const Game& game, Random random) override;
    void follow(const Game& game) override;
    Choice next() override;
    void set_poll(std::function<void()> poll) override { player_->set_poll(std::move(poll)); }

    void forget() { answers_.clear(); }

  private:
    struct Answer {
        std::vector<Cell> cells;
        double risk;
        double win_probability;
        Choice::Proven proven;
    };

    std::shared_ptr<Player> player_;
    const Game* game_ = nullptr;
    std::optional<Random> random_;
    bool follows_ = false;  // whether the other player knows this game: only once it was asked
    std::u16string seen_;   // the marks of the game
    std::unordered_map<std::u16string, Answer> answers_;
};

}  // namespace sapper

#include "strategy/callbacks.hpp"

#include <algorithm>

#include "strategy/first_and_last.hpp"

namespace sapper {

namespace {

class GivenPlayer final : public Player {
  public:
    explicit GivenPlayer(ChooseFunction choose) : choose_(std::move(choose)) {}

    void begin(const Game& game, Random) override { game_ = &game; }
    void follow(const Game& game) override { game_ = &game; }
    Choice next() override {
        chosen_ = choose_(game_->position());
        const auto& [cells, flags, risk, win_probability] = chosen_;
        return {.cells = cells, .flags = flags, .risk = risk, .win_probability = win_probability};
    }
    void set_poll(std::function<void()>) override {}  // only the function itself can stop

  private:
    ChooseFunction choose_;
    const Game* game_ = nullptr;
    Chosen chosen_;
};

class PlayerWithListener final : public Player {
  public:
    PlayerWithListener(std::shared_ptr<Player> player, Listener listener)
        : player_(std::move(player)), listener_(std::move(listener)) {}

    void begin(const Game& game, Random random) override {
        Random words = random;
        const std::uint64_t high = words.next();
        listener_.begin(random.seed(), random.game(), high << 32 | words.next());
        if (listener_.observe) {
            std::vector<Cell> seen;
            for (Cell cell = 0; cell < game.marks().size(); ++cell) {
                if (game.marks()[cell] != kHidden) seen.push_back(cell);
            }
            if (!seen.empty()) observe(game, std::nullopt, std::move(seen));
        }
        player_->begin(game, random);
    }

    void follow(const Game& game) override {
        see_last_action(game);
        player_->follow(game);
    }

    void end(const Game& game) override {
        see_last_action(game);
        player_->end(game);
    }

    Choice next() override { return player_->next(); }
    PlayerBeliefs beliefs() override { return player_->beliefs(); }
    void set_poll(std::function<void()> poll) override { player_->set_poll(std::move(poll)); }

  private:
    void see_last_action(const Game& game) {
        if (!listener_.observe) return;
        observe(game, game.history().back(), {game.changed().begin(), game.changed().end()});
    }

    void observe(const Game& game, std::optional<Action> action, std::vector<Cell> cells) {
        std::vector<Mark> marks;
        marks.reserve(cells.size());
        for (Cell cell : cells)
            marks.push_back(game.marks()[cell]);
        listener_.observe(action, std::move(cells), std::move(marks));
    }

    std::shared_ptr<Player> player_;
    Listener listener_;
};

// Calls the function in every position. Its items are the numbers, minus their known mines.
class GivenLevel final : public Level {
  public:
    GivenLevel(ConcludeFunction conclude, std::shared_ptr<const Topology> topology, std::uint32_t mines)
        : conclude_(std::move(conclude)), topology_(std::move(topology)), mines_(mines) {}

    void begin(std::span<const Mark> marks) override { see(marks); }
    void follow(std::span<const Mark> marks, std::span<const Cell>) override { see(marks); }

    std::span<const Cell> safe() override {
        if (current_) return safe_;
        std::vector<Cell> mines;
        std::tie(safe_, mines) = conclude_({topology_, mines_, marks_});
        decided_.assign(marks_.size(), false);
        is_mine_.assign(marks_.size(), false);
        for (Cell cell : safe_)
            decided_[cell] = true;
        for (Cell cell : mines)
            decided_[cell] = is_mine_[cell] = true;
        current_ = true;
        return safe_;
    }

    bool is_mine(Cell cell) const override { return is_mine_[cell]; }
    void set_poll(std::function<void()>) override {}  // only the function itself can stop

    void for_each_item(const std::function<void(const Item&)>& visit) const override {
        std::vector<Cell> cells;
        for (Cell number = 0; number < marks_.size(); ++number) {
            if (!is_number(marks_[number])) continue;
            cells.clear();
            Mark mines = marks_[number];
            for (Cell other : topology_->neighbours(number)) {
                const bool found = marks_[other] == kExploded || is_mine_[other];
                mines = static_cast<Mark>(mines - (found ? 1 : 0));
                if (is_hidden(marks_[other]) && !decided_[other]) cells.push_back(other);
            }
            const auto count = static_cast<std::uint32_t>(std::max<Mark>(mines, 0));
            if (!cells.empty()) visit({cells, count, count});
        }
    }

  private:
    void see(std::span<const Mark> marks) {
        marks_.assign(marks.begin(), marks.end());
        current_ = false;
    }

    ConcludeFunction conclude_;
    std::shared_ptr<const Topology> topology_;
    std::uint32_t mines_;
    std::vector<Mark> marks_;
    std::vector<Cell> safe_;
    std::vector<bool> decided_;
    std::vector<bool> is_mine_;
    bool current_ = false;
};

class GivenPolicy final : public Policy {
  public:
    GivenPolicy(PickFunction pick, bool by_odds) : pick_(std::move(pick)), by_odds_(by_odds) {}

    Needs needs() const override { return by_odds_ ? Needs::odds : Needs::level; }

    Guess pick(const Outlook& outlook) override {
        std::vector<double> risks(outlook.size(), kNotKnown);
        for (Cell cell = 0; cell < risks.size(); ++cell) {
            if (!outlook.hidden(cell)) continue;
            if (by_odds_) {
                risks[cell] = outlook.odds->risk(cell);
            } else if (outlook.level->is_mine(cell)) {
                risks[cell] = 1;
            }
        }
        const Cell cell = pick_(outlook.game.position(), risks);
        return {cell, risks[cell]};
    }

  private:
    PickFunction pick_;
    bool by_odds_;
};

}  // namespace

std::unique_ptr<Player> player_of(ChooseFunction choose) {
    return std::make_unique<Bookends>(std::make_unique<GivenPlayer>(std::move(choose)), kNoCell);
}

std::unique_ptr<Player> with_listener(std::shared_ptr<Player> player, Listener listener) {
    return std::make_unique<PlayerWithListener>(std::move(player), std::move(listener));
}

std::unique_ptr<Level> level_of(ConcludeFunction conclude, std::shared_ptr<const Topology> topology,
                                std::uint32_t mines) {
    return std::make_unique<GivenLevel>(std::move(conclude), std::move(topology), mines);
}

std::unique_ptr<Policy> policy_of(PickFunction pick, bool by_odds) {
    return std::make_unique<GivenPolicy>(std::move(pick), by_odds);
}

}  // namespace sapper

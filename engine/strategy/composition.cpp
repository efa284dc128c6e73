// How a level of deduction, a guess policy and an endgame make one player.
#include <algorithm>
#include <optional>
#include <stdexcept>

#include "deduction/levels.hpp"
#include "strategy/player.hpp"
#include "strategy/policies/policy.hpp"
#include "strategy/strategies.hpp"

namespace sapper {

namespace {

class FunctionPlayer final : public Player {
  public:
    explicit FunctionPlayer(ChooseFunction choose) : choose_(std::move(choose)) {}

    void begin(const Game& game, Random) override { game_ = &game; }
    void follow(const Game& game) override { game_ = &game; }
    Choice next() override {
        parts_ = choose_(game_->position());
        const auto& [cells, flags, risk, win_probability] = parts_;
        return {.cells = cells, .flags = flags, .risk = risk, .win_probability = win_probability};
    }
    void set_poll(std::function<void()>) override {}  // only the function itself can stop

  private:
    ChooseFunction choose_;
    const Game* game_ = nullptr;
    ChoiceParts parts_;
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
            std::vector<Cell> cells;
            for (Cell cell = 0; cell < game.marks().size(); ++cell) {
                if (game.marks()[cell] != kHidden) cells.push_back(cell);
            }
            if (!cells.empty()) observe(game, std::nullopt, std::move(cells));
        }
        player_->begin(game, random);
    }

    void follow(const Game& game) override {
        report_last_action(game);
        player_->follow(game);
    }

    void end(const Game& game) override {
        report_last_action(game);
        player_->end(game);
    }

    Choice next() override { return player_->next(); }
    PlayerBeliefs beliefs() override { return player_->beliefs(); }
    void set_poll(std::function<void()> poll) override { player_->set_poll(std::move(poll)); }

  private:
    void report_last_action(const Game& game) {
        if (!listener_.observe) return;
        observe(game, game.history().back(), {game.changes().begin(), game.changes().end()});
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

// A level that calls a function in every position. Its items are the numbers, minus their known mines.
class FunctionLevel final : public Level {
  public:
    FunctionLevel(ConcludeFunction conclude, std::shared_ptr<const Topology> topology, std::uint32_t mines)
        : conclude_(std::move(conclude)), topology_(std::move(topology)), mines_(mines) {}

    void begin(std::span<const Mark> marks) override { set_marks(marks); }
    void follow(std::span<const Mark> marks, std::span<const Cell>) override { set_marks(marks); }

    std::span<const Cell> safe() override {
        if (current_) return safe_;
        std::vector<Cell> mines;
        std::tie(safe_, mines) = conclude_({topology_, mines_, marks_});
        is_decided_.assign(marks_.size(), false);
        is_mine_.assign(marks_.size(), false);
        for (Cell cell : safe_)
            is_decided_[cell] = true;
        for (Cell cell : mines)
            is_decided_[cell] = is_mine_[cell] = true;
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
                const bool is_known_mine = marks_[other] == kExploded || is_mine_[other];
                mines = static_cast<Mark>(mines - (is_known_mine ? 1 : 0));
                if (is_hidden(marks_[other]) && !is_decided_[other]) cells.push_back(other);
            }
            const auto count = static_cast<std::uint32_t>(std::max<Mark>(mines, 0));
            if (!cells.empty()) visit({cells, count, count});
        }
    }

  private:
    void set_marks(std::span<const Mark> marks) {
        marks_.assign(marks.begin(), marks.end());
        current_ = false;
    }

    ConcludeFunction conclude_;
    std::shared_ptr<const Topology> topology_;
    std::uint32_t mines_;
    std::vector<Mark> marks_;
    std::vector<Cell> safe_;
    std::vector<bool> is_decided_;
    std::vector<bool> is_mine_;
    bool current_ = false;
};

class FunctionPolicy final : public Policy {
  public:
    FunctionPolicy(PickFunction pick, bool by_odds) : pick_(std::move(pick)), by_odds_(by_odds) {}

    Needs needs() const override { return by_odds_ ? Needs::odds : Needs::level; }

    CellRisk pick(const Outlook& outlook) override {
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

class CompositePlayer final : public Player {
  public:
    // A player with the level, the odds, or both, as the policy needs. The exact level needs no Level,
    // because the odds know what is certain. An endgame needs the odds. Limits of 0 configurations mean no
    // endgame. A level that may be wrong may spoil the endgame, so the chance to win is then not proven.
    CompositePlayer(std::unique_ptr<Level> level, std::unique_ptr<Odds> odds, std::unique_ptr<Policy> policy,
                    const EndgameLimits& limits, bool may_be_wrong = false)
        : level_(std::move(level)),
          odds_(std::move(odds)),
          policy_(std::move(policy)),
          limits_(limits),
          may_be_wrong_(may_be_wrong) {}

    void begin(const Game& game, Random random) override {
        game_ = &game;
        random_ = random;
        policy_->begin();
        if (level_) level_->begin(game.marks());
        if (odds_) odds_->begin(game, random);
    }

    void follow(const Game& game) override {
        game_ = &game;
        if (level_) level_->follow(game.marks(), game.changes());
        if (odds_) odds_->follow(game);
    }

    Choice next() override {
        if (level_) {
            const std::span<const Cell> safe = level_->safe();
            if (!safe.empty()) return certain(safe);
        }
        if (!odds_ || !odds_decide()) return choice(policy_->pick(outlook()));
        const std::span<const Cell> safe = odds_->safe_cells();
        if (!safe.empty()) return certain(safe);
        Choice result;
        if (const auto move = endgame_.solve(odds_->inference(), limits_, poll_)) {
            result = choice({move->cell, move->risk}, move->win_probability);
            if (!may_be_wrong_) result.proven.win_probability = move->win_probability;
        } else {
            const CellRisk guess = policy_->pick(outlook());
            result = choice({guess.cell, odds_->risk_to_state(guess)});
        }
        Inference& inference = odds_->inference();
        if (inference.exact()) result.proven.risk = inference.about(chosen_cell_).mine_probability;
        return result;
    }

    PlayerBeliefs beliefs() override {
        PlayerBeliefs beliefs;
        beliefs.risks.assign(game_->marks().size(), kNotKnown);
        const bool level_finds = level_ && !level_->safe().empty();
        const bool counts = odds_ && !level_finds && odds_decide();
        if (counts) odds_->inference().check_possible();
        if (counts || policy_->needs() == Policy::Needs::level) policy_->estimate(outlook(), beliefs.risks);
        note_certain(beliefs, counts);
        if (level_) {
            level_->for_each_item([&](const Item& item) {
                beliefs.statements.push_back({{item.cells.begin(), item.cells.end()}, item.least, item.most});
            });
        }
        return beliefs;
    }

    void set_poll(std::function<void()> poll) override {
        if (level_) level_->set_poll(poll);
        if (odds_) odds_->set_poll(poll);
        poll_ = std::move(poll);
    }

  private:
    Outlook outlook() { return {*game_, level_.get(), odds_.get(), *random_, poll_}; }

    // Whether the odds decide now. If only the endgame needs them, they have no effect before it.
    bool odds_decide() {
        return policy_->needs() != Policy::Needs::level ||
               Endgame::reaches(odds_->inference(), limits_.configurations);
    }

    // Adds the cells that the level has decided and, if `counts`, those that counting has decided.
    void note_certain(PlayerBeliefs& beliefs, bool counts) {
        std::vector<bool> safe(beliefs.risks.size());
        if (level_) {
            for (Cell cell : level_->safe())
                safe[cell] = true;
        }
        for (Cell cell = 0; cell < safe.size(); ++cell) {
            if (!is_hidden(game_->marks()[cell])) continue;
            const Verdict verdict = counts ? odds_->inference().about(cell).verdict : Verdict::uncertain;
            if (safe[cell] || verdict == Verdict::safe) {
                beliefs.safe.push_back(cell);
                beliefs.risks[cell] = 0;
            } else if ((level_ && level_->is_mine(cell)) || verdict == Verdict::mine) {
                beliefs.mines.push_back(cell);
                beliefs.risks[cell] = 1;
            }
        }
    }

    Choice certain(std::span<const Cell> safe) const {
        Choice result;
        result.cells = safe;
        if (!may_be_wrong_) result.proven.risk = 0;
        return result;
    }

    Choice choice(const CellRisk& guess, double win_probability = kNotKnown) {
        chosen_cell_ = guess.cell;
        return {.cells = {&chosen_cell_, 1}, .risk = guess.risk, .win_probability = win_probability};
    }

    std::unique_ptr<Level> level_;
    std::unique_ptr<Odds> odds_;
    std::unique_ptr<Policy> policy_;
    EndgameLimits limits_;
    bool may_be_wrong_;
    Endgame endgame_;
    std::function<void()> poll_;
    const Game* game_ = nullptr;
    std::optional<Random> random_;
    Cell chosen_cell_ = kNoCell;
};

bool has_name(const auto& part, std::string_view name) {
    const auto* its_name = std::get_if<std::string>(&part);
    return its_name != nullptr && *its_name == name;
}

// Whether the level counts configurations. If so, the odds know everything that it knows.
bool counts(const LevelPart& level) {
    return has_name(level, "exact") || has_name(level, "sampled");
}

std::unique_ptr<Level> level_from(const LevelPart& part, std::shared_ptr<const Topology> topology,
                                  std::uint32_t mines) {
    if (const auto* function = std::get_if<ConcludeFunction>(&part))
        return std::make_unique<FunctionLevel>(*function, std::move(topology), mines);
    // Sampling changes the odds, not what is certain.
    return make_level(has_name(part, "sampled") ? "exact" : std::get<std::string>(part), std::move(topology),
                      mines);
}

std::unique_ptr<Odds> odds_from(const LevelPart& part, std::shared_ptr<const Topology> topology,
                                std::uint32_t mines) {
    if (has_name(part, "sampled")) return odds_by_samples(std::move(topology), mines);
    return std::make_unique<Odds>(std::move(topology), mines);
}

std::unique_ptr<Policy> policy_from(const PolicyPart& part, const LevelPart& level,
                                    const Topology& topology) {
    // With a level that counts, the function gets the odds. Otherwise it gets what the level knows, and
    // nothing counts.
    if (const auto* function = std::get_if<PickFunction>(&part))
        return std::make_unique<FunctionPolicy>(*function, counts(level));
    if (has_name(level, "exact") && has_name(part, "first")) return least_risk();
    const std::string& name = std::get<std::string>(part);
    std::unique_ptr<Policy> policy = make_policy(name, topology);
    if (!policy) throw std::invalid_argument("There is no policy named '" + name + "'.");
    return policy;
}

}  // namespace

std::unique_ptr<Player> player_of(ChooseFunction choose) {
    return std::make_unique<FirstAndLast>(std::make_unique<FunctionPlayer>(std::move(choose)), kNoCell);
}

std::unique_ptr<Player> with_listener(std::shared_ptr<Player> player, Listener listener) {
    return std::make_unique<PlayerWithListener>(std::move(player), std::move(listener));
}

std::unique_ptr<Player> put_together(const LevelPart& level, const PolicyPart& policy, bool endgame,
                                     std::shared_ptr<const Topology> topology, std::uint32_t mines) {
    std::unique_ptr<Policy> policy_part = policy_from(policy, level, *topology);
    const bool needs_odds = endgame || policy_part->needs() != Policy::Needs::level;
    const bool needs_level = policy_part->needs() != Policy::Needs::odds || !counts(level);
    std::unique_ptr<Level> level_part = needs_level ? level_from(level, topology, mines) : nullptr;
    std::unique_ptr<Odds> odds = needs_odds ? odds_from(level, topology, mines) : nullptr;
    const EndgameLimits limits = endgame ? EndgameLimits{} : EndgameLimits{.configurations = 0};
    return std::make_unique<CompositePlayer>(std::move(level_part), std::move(odds), std::move(policy_part),
                                             limits, std::holds_alternative<ConcludeFunction>(level));
}

std::unique_ptr<Player> own_player(const Effort& effort, std::shared_ptr<const Topology> topology,
                                   std::uint32_t mines) {
    std::unique_ptr<Policy> policy = by_score(effort.rules);
    if (effort.plays_on != nullptr)
        policy = by_rollouts(effort.rules, own_player(*effort.plays_on, topology, mines));
    return std::make_unique<CompositePlayer>(nullptr, std::make_unique<Odds>(std::move(topology), mines),
                                             std::move(policy), effort.endgame);
}

bool needs_mine_count(const LevelPart& level, const PolicyPart& policy, bool endgame) {
    if (endgame || counts(level)) return true;
    return policy_from(policy, level, *Topology::grid({1, 1}))->needs_mine_count();
}

}  // namespace sapper

#include "environments/game_batch.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "util/random.hpp"

namespace sapper {

namespace {

GameBatch::Stand stand_of(const Game& game) {
    switch (game.status()) {
        case Status::playing:
            break;
        case Status::won:
            return GameBatch::Stand::won;
        case Status::lost:
            return GameBatch::Stand::lost;
        case Status::drawn:
            return GameBatch::Stand::drawn;
    }
    return GameBatch::Stand::playing;
}

}  // namespace

GameBatch::GameBatch(std::shared_ptr<const Topology> topology, std::uint32_t mines, Rules rules,
                     std::size_t count, std::size_t kinds, Restart restart, std::uint32_t most_steps,
                     std::optional<Fair> fair, std::vector<Minefield> minefields)
    : observations(count * topology->size(), kHidden),
      legal(count * kinds * topology->size()),
      opened(count),
      exploded(count),
      stands(count),
      numbers(count),
      steps(count),
      over(count),
      cells_(topology->size()),
      kinds_(kinds),
      restart_(restart),
      most_steps_(most_steps),
      fair_(fair),
      play_(topology),
      minefields_(std::move(minefields)) {
    if (restart == Restart::same_step) {
        last_observations.assign(count * cells_, kHidden);
        last_legal.resize(legal.size());
    }
    if (!minefields_.empty()) hidden_.assign(cells_, kHidden);
    games_.reserve(count);
    for (std::size_t at = 0; at < count; ++at) {
        if (minefields_.empty())
            games_.emplace_back(topology, mines, rules, seed, at);
        else
            games_.emplace_back(topology, minefields_[at % minefields_.size()], rules);
    }
}

void GameBatch::reset(std::uint64_t new_seed, const Limits& limits) {
    seed = new_seed;
    draws = 0;
    for (std::size_t at = 0; at < games_.size(); ++at) {
        numbers[at] = at;
        begin(at, limits);
        clear_results(at);
    }
}

void GameBatch::next(std::span<const std::uint8_t> places, const Limits& limits) {
    for (std::size_t at = 0; at < games_.size(); ++at) {
        if (places[at] == 0) continue;
        begin_next(at, limits);
        clear_results(at);
    }
}

void GameBatch::step(std::span<const std::int64_t> actions, const Limits& limits) {
    const auto end = static_cast<std::int64_t>(this->actions());
    for (std::size_t at = 0; at < actions.size(); ++at) {
        if (actions[at] < 0 || actions[at] >= end) {
            throw std::out_of_range("game " + std::to_string(at) + " has no action " +
                                    std::to_string(actions[at]) + ": they are numbered from 0 to " +
                                    std::to_string(end - 1));
        }
    }
    for (std::size_t at = 0; at < actions.size(); ++at)
        act(at, actions[at], limits);
}

void GameBatch::act(std::size_t at, std::int64_t action, const Limits& limits) {
    if (over[at]) {
        if (restart_ == Restart::next_step) begin_next(at, limits);
        const Stand stand = restart_ == Restart::next_step ? Stand::playing : stands[at];
        clear_results(at);
        stands[at] = stand;
        return;
    }
    Game& game = games_[at];
    const std::uint32_t safe_before = game.safe_left(), exploded_before = game.exploded();
    const auto kind = static_cast<Action::Kind>(static_cast<std::size_t>(action) / cells_);
    const std::size_t changes =
        game.act({kind, static_cast<Cell>(static_cast<std::size_t>(action) % cells_)});
    opened[at] = static_cast<std::int32_t>(safe_before - game.safe_left());
    exploded[at] = static_cast<std::int32_t>(game.exploded() - exploded_before);
    if (changes != 0) show_changes(at);
    stands[at] = stand_of(game);
    if (++steps[at] >= most_steps_ && stands[at] == Stand::playing) stands[at] = Stand::cut;
    if (stands[at] == Stand::playing) return;
    over[at] = true;
    if (restart_ != Restart::same_step) return;
    std::copy_n(&observations[at * cells_], cells_, &last_observations[at * cells_]);
    std::copy_n(&legal[at * actions()], actions(), &last_legal[at * actions()]);
    begin_next(at, limits);
}

void GameBatch::clear_results(std::size_t at) {
    stands[at] = Stand::playing;
    opened[at] = exploded[at] = 0;
}

void GameBatch::begin_next(std::size_t at, const Limits& limits) {
    numbers[at] += games_.size();
    begin(at, limits);
}

// Gives a place the game of its number, before its first click.
void GameBatch::deal(std::size_t at) {
    if (minefields_.empty())
        games_[at].restart(seed, numbers[at]);
    else
        games_[at].restart(hidden_, minefields_[numbers[at] % minefields_.size()]);
}

void GameBatch::begin(std::size_t at, const Limits& limits) {
    over[at] = true;  // until it has begun
    deal(at);
    if (fair_) seek_fair(at, limits);
    steps[at] = 0;
    over[at] = false;
    std::fill_n(&observations[at * cells_], cells_, kHidden);
    // At first every cell may be opened or flagged, and there is no number to chord.
    std::uint8_t* const row = &legal[at * actions()];
    std::fill_n(row, std::min<std::size_t>(kinds_, 2) * cells_, std::uint8_t{1});
    if (kinds_ > 2) std::fill_n(row + 2 * cells_, cells_, std::uint8_t{0});
    if (fair_) show_changes(at);
}

// Goes on to the next game of this place that is fair and not won by its first click, and opens that cell.
void GameBatch::seek_fair(std::size_t at, const Limits& limits) {
    constexpr int kMost = 1'000'000;
    Game& game = games_[at];
    for (int attempt = 0; attempt < kMost; ++attempt) {
        if (limits.poll) limits.poll();
        game.open(fair_->start);
        if (game.status() == Status::playing && is_fair(game, limits)) return;
        numbers[at] += games_.size();
        game.restart(seed, numbers[at]);
    }
    throw NoneFair("none of " + std::to_string(kMost) + " games of the seed is fair");
}

// A game that is too hard to decide does not count as fair.
bool GameBatch::is_fair(const Game& game, const Limits& limits) {
    try {
        play_.load(game.minefield()->bytes(), fair_->start);
        return play_.clears(fair_->terms, limits);
    } catch (const BudgetExceeded&) {
        return false;
    }
}

void GameBatch::show_changes(std::size_t at) {
    const Game& game = games_[at];
    Mark* const visible = &observations[at * cells_];
    const Mark* const marks = game.marks().data();
    std::uint8_t* const row = &legal[at * actions()];
    for (Cell cell : game.changes()) {
        const Mark mark = marks[cell];
        visible[cell] = mark;
        row[cell] = may_open(mark);
        if (kinds_ > 1) row[cells_ + cell] = is_hidden(mark);
    }
    if (kinds_ > 2) allow_chords_near(at);
}

// A chord is legal if it would open something.
void GameBatch::allow_chord(std::size_t at, Cell cell) {
    const std::vector<Mark>& marks = games_[at].marks();
    const Topology& topology = *games_[at].topology();
    const Topology::Neighbours around = topology.neighbours(cell);
    legal[at * actions() + 2 * cells_ + cell] =
        is_number(marks[cell]) && visible_mines(topology, marks, cell) == marks[cell] &&
        std::any_of(around.begin(), around.end(), [&](Cell other) { return may_open(marks[other]); });
}

void GameBatch::allow_chords_near(std::size_t at) {
    for (Cell cell : games_[at].changes()) {
        allow_chord(at, cell);
        for (Cell other : games_[at].topology()->neighbours(cell))
            allow_chord(at, other);
    }
}

// Tries actions at random, which is quick while many are legal. If that fails, counts the legal ones.
void GameBatch::sample(std::span<std::int64_t> actions) {
    constexpr int kTries = 16;
    Random random(seed, draws++, Stream::actions);
    const auto all = static_cast<std::uint32_t>(this->actions());
    for (std::size_t at = 0; at < actions.size(); ++at) {
        const std::uint8_t* const row = &legal[at * all];
        actions[at] = 0;
        if (over[at]) continue;
        int tries = 0;
        std::uint32_t action = random.below(all);
        while (!row[action] && ++tries < kTries)
            action = random.below(all);
        if (!row[action]) {
            const auto count = static_cast<std::uint32_t>(std::count(row, row + all, std::uint8_t{1}));
            if (count == 0) continue;
            std::uint32_t left = random.below(count);
            for (action = 0; action + 1 < all && (!row[action] || left-- > 0);)
                ++action;
        }
        actions[at] = action;
    }
}

void GameBatch::take(const GameBatch& other, std::span<const std::int64_t> from) {
    for (std::int64_t at : from) {
        if (at < 0 || static_cast<std::size_t>(at) >= other.count())
            throw std::out_of_range("there is no game " + std::to_string(at));
    }
    seed = other.seed;
    draws = other.draws;
    const auto copy_rows = [&](auto& into, const auto& source, std::size_t width) {
        for (std::size_t at = 0; at < from.size() && !into.empty(); ++at)
            std::copy_n(source.begin() + from[at] * static_cast<std::int64_t>(width), width,
                        into.begin() + static_cast<std::int64_t>(at * width));
    };
    copy_rows(observations, other.observations, cells_);
    copy_rows(legal, other.legal, actions());
    copy_rows(last_observations, other.last_observations, cells_);
    copy_rows(last_legal, other.last_legal, actions());
    copy_rows(opened, other.opened, 1);
    copy_rows(exploded, other.exploded, 1);
    copy_rows(stands, other.stands, 1);
    copy_rows(numbers, other.numbers, 1);
    copy_rows(steps, other.steps, 1);
    copy_rows(over, other.over, 1);
    copy_rows(games_, other.games_, 1);
}

void GameBatch::put(std::size_t at, std::uint64_t number, std::span<const std::uint32_t> actions) {
    numbers[at] = number;
    deal(at);
    for (std::uint32_t action : actions)
        games_[at].act({static_cast<Action::Kind>(action / cells_), static_cast<Cell>(action % cells_)});
}

std::vector<std::uint32_t> GameBatch::history(std::size_t at) const {
    std::vector<std::uint32_t> actions;
    for (Action action : games_[at].history())
        actions.push_back(
            static_cast<std::uint32_t>(static_cast<std::size_t>(action.kind) * cells_ + action.cell));
    return actions;
}

}  // namespace sapper

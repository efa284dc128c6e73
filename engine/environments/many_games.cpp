#include "environments/many_games.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace sapper {

namespace {

Games::Stand stand_of(const Game& game) {
    switch (game.status()) {
        case Status::playing:
            break;
        case Status::won:
            return Games::Stand::won;
        case Status::lost:
            return Games::Stand::lost;
        case Status::cleared:
            return Games::Stand::cleared;
    }
    return Games::Stand::playing;
}

}  // namespace

Games::Games(std::shared_ptr<const Topology> topology, std::uint32_t mines, Rules rules, std::size_t count,
             std::size_t kinds, Restart restart, std::uint32_t most_steps, std::uint64_t seed,
             std::optional<Fair> fair, const Limits& limits)
    : observations(count * topology->size()),
      legal(count * kinds * topology->size()),
      opened(count),
      exploded(count),
      stands(count),
      numbers(count),
      cells_(topology->size()),
      kinds_(kinds),
      restart_(restart),
      most_steps_(most_steps),
      fair_(fair),
      play_(topology),
      steps_(count),
      is_over_(count),
      random_(seed, 0, Stream::actions) {
    if (restart == Restart::same_step) last_observations.assign(count * cells_, kHidden);
    games_.reserve(count);
    for (std::size_t at = 0; at < count; ++at)
        games_.emplace_back(topology, mines, rules, seed, at);
    reset(seed, limits);
}

void Games::reset(std::uint64_t seed, const Limits& limits) {
    seed_ = seed;
    random_ = Random(seed, 0, Stream::actions);
    for (std::size_t at = 0; at < games_.size(); ++at) {
        numbers[at] = at;
        begin(at, limits);
        clear_results(at);
    }
}

void Games::next(std::span<const std::uint8_t> places, const Limits& limits) {
    for (std::size_t at = 0; at < games_.size(); ++at) {
        if (places[at] == 0) continue;
        begin_next(at, limits);
        clear_results(at);
    }
}

void Games::step(std::span<const std::int64_t> actions, const Limits& limits) {
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

void Games::act(std::size_t at, std::int64_t action, const Limits& limits) {
    if (is_over_[at]) {
        if (restart_ == Restart::next_step) begin_next(at, limits);
        const Stand stand = restart_ == Restart::next_step ? Stand::playing : stands[at];
        clear_results(at);
        stands[at] = stand;
        return;
    }
    Game& game = games_[at];
    const std::uint32_t safe_before = game.safe_left(), exploded_before = game.exploded();
    const auto kind = static_cast<Action::Kind>(static_cast<std::size_t>(action) / cells_);
    const std::size_t changed =
        game.act({kind, static_cast<Cell>(static_cast<std::size_t>(action) % cells_)});
    opened[at] = static_cast<std::int32_t>(safe_before - game.safe_left());
    exploded[at] = static_cast<std::int32_t>(game.exploded() - exploded_before);
    if (changed != 0) show_changes(at);
    stands[at] = stand_of(game);
    if (++steps_[at] >= most_steps_ && stands[at] == Stand::playing) stands[at] = Stand::cut;
    if (stands[at] == Stand::playing) return;
    is_over_[at] = true;
    if (restart_ != Restart::same_step) return;
    std::copy_n(&observations[at * cells_], cells_, &last_observations[at * cells_]);
    begin_next(at, limits);
}

void Games::clear_results(std::size_t at) {
    stands[at] = Stand::playing;
    opened[at] = exploded[at] = 0;
}

void Games::begin_next(std::size_t at, const Limits& limits) {
    numbers[at] += games_.size();
    begin(at, limits);
}

void Games::begin(std::size_t at, const Limits& limits) {
    is_over_[at] = true;  // until it has begun
    games_[at].restart(seed_, numbers[at]);
    if (fair_) seek_fair(at, limits);
    steps_[at] = 0;
    is_over_[at] = false;
    std::fill_n(&observations[at * cells_], cells_, kHidden);
    // At first every cell may be opened or flagged, and there is no number to chord.
    std::uint8_t* const row = &legal[at * actions()];
    std::fill_n(row, std::min<std::size_t>(kinds_, 2) * cells_, std::uint8_t{1});
    if (kinds_ > 2) std::fill_n(row + 2 * cells_, cells_, std::uint8_t{0});
    if (fair_) show_changes(at);
}

// Goes on to the next game of this place that is fair and not won by its first click, and opens that cell.
void Games::seek_fair(std::size_t at, const Limits& limits) {
    constexpr int kMost = 1'000'000;
    Game& game = games_[at];
    for (int attempt = 0; attempt < kMost; ++attempt) {
        if (limits.poll) limits.poll();
        game.open(fair_->start);
        if (game.status() == Status::playing && is_fair(game, limits)) return;
        numbers[at] += games_.size();
        game.restart(seed_, numbers[at]);
    }
    throw NoneFair("none of " + std::to_string(kMost) + " games of the seed is fair");
}

// A game that is too hard to decide does not count as fair.
bool Games::is_fair(const Game& game, const Limits& limits) {
    try {
        play_.load(game.minefield()->bytes(), fair_->start);
        return play_.clears(fair_->terms, limits);
    } catch (const BudgetExceeded&) {
        return false;
    }
}

void Games::show_changes(std::size_t at) {
    const Game& game = games_[at];
    Mark* const visible = &observations[at * cells_];
    const Mark* const marks = game.marks().data();
    std::uint8_t* const row = &legal[at * actions()];
    for (Cell cell : game.changed()) {
        const Mark mark = marks[cell];
        visible[cell] = mark;
        row[cell] = may_open(mark);
        if (kinds_ > 1) row[cells_ + cell] = is_hidden(mark);
    }
    if (kinds_ > 2) allow_chords_near(at);
}

// A chord is legal if it would open something.
void Games::allow_chord(std::size_t at, Cell cell) {
    const Mark* const marks = games_[at].marks().data();
    bool is_legal = false;
    if (is_number(marks[cell])) {
        Mark mines_shown = 0;
        for (Cell other : games_[at].topology()->neighbours(cell)) {
            mines_shown =
                static_cast<Mark>(mines_shown + (marks[other] == kFlag || marks[other] == kExploded));
            is_legal |= may_open(marks[other]);
        }
        is_legal &= mines_shown == marks[cell];
    }
    legal[at * actions() + 2 * cells_ + cell] = is_legal;
}

void Games::allow_chords_near(std::size_t at) {
    for (Cell cell : games_[at].changed()) {
        allow_chord(at, cell);
        for (Cell other : games_[at].topology()->neighbours(cell))
            allow_chord(at, other);
    }
}

// Tries actions at random, which is quick while many are legal. If that fails, counts the legal ones.
void Games::sample(std::span<std::int64_t> actions) {
    constexpr int kTries = 16;
    const auto all = static_cast<std::uint32_t>(this->actions());
    for (std::size_t at = 0; at < actions.size(); ++at) {
        const std::uint8_t* const row = &legal[at * all];
        actions[at] = 0;
        if (is_over_[at]) continue;
        int tries = 0;
        std::uint32_t action = random_.below(all);
        while (!row[action] && ++tries < kTries)
            action = random_.below(all);
        if (!row[action]) {
            const auto count = static_cast<std::uint32_t>(std::count(row, row + all, std::uint8_t{1}));
            if (count == 0) continue;
            std::uint32_t left = random_.below(count);
            for (action = 0; action + 1 < all && (!row[action] || left-- > 0);)
                ++action;
        }
        actions[at] = action;
    }
}

}  // namespace sapper

#include "reviews/reviewer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "board/board_names.hpp"
#include "deduction/explanation_in_words.hpp"
#include "hints/ranking.hpp"
#include "inference/analysis.hpp"
#include "minefields/certain_play.hpp"
#include "strategy/endgame.hpp"
#include "strategy/evaluation.hpp"
#include "strategy/strategies.hpp"
#include "variants/referee.hpp"

namespace sapper {

namespace {

// Perfect play goes on from positions of at most so many configurations, whose game tree is small enough.
constexpr EndgameLimits kSolvable{.configurations = 2000, .nodes = 20000};
// A position after a solved one has a smaller tree, but the search may cut less of it off.
constexpr EndgameLimits kSolvableAfter{.configurations = kSolvable.configurations,
                                       .nodes = 10 * kSolvable.nodes};
// From other positions "fast" goes on. These are the standard errors of its chance to win, and of the
// difference between the move played and the best guess. Moves play the same minefields, so that small
// differences show.
constexpr double kError = 0.02;
constexpr double kErrorOfGuess = 0.005;
// The number of guesses to compare with that of the player.
constexpr std::size_t kRivals = 4;
// A move loses something if it is behind the best by more than this many standard errors.
constexpr double kLeastErrorsBehind = 2;
// The most stored values for one component. To find a chance takes counts of thousands of positions, each in
// milliseconds at most. Expert games need a quarter of this. Boards whose cells have many neighbours soon
// need more.
constexpr std::size_t kQuickToCount = std::size_t{1} << 14;

constexpr Rules kRules{.first_click = FirstClick::any};

Limits for_many_positions(Limits limits) {
    limits.values = std::min(limits.values, kQuickToCount);
    return limits;
}

// The chance after a choice that loses the game.
MoveChance without_chance(MoveChance chance, Cell better) {
    chance.lost = chance.before;
    chance.lost_error = chance.before_error;
    chance.with_move = chance.with_move_error = 0;
    chance.best = better;
    return chance;
}

MoveChance same_chance(double value, double error, double lost_error, bool perfect) {
    return {.before = value,
            .before_error = error,
            .with_move = value,
            .with_move_error = error,
            .lost = 0,
            .lost_error = lost_error,
            .best = kNoCell,
            .perfect = perfect};
}

// The cells to compare with a guess: a safe cell, or the guesses that our own player prefers.
std::vector<Cell> others(const ReviewedMove& move, const Position& position, const Limits& limits) {
    if (judgement_of(move).could_avoid()) return {move.safest.cell};
    std::vector<Cell> cells;
    const auto ranking = rank_moves(position, {kRules, kRivals}, limits);
    for (const RankedMove& each : *ranking) {
        if (!each.flag) cells.push_back(each.cell);
    }
    return cells;
}

}  // namespace

// The chances to win in a position in which no mine has exploded. Functions throw BudgetExceeded if it is too
// entangled to count thousands of times.
class PositionChances {
  public:
    struct Estimate {
        double value;
        double error;
    };

    // `inference` knows the position.
    PositionChances(const Position& position, Inference& inference, std::uint64_t seed, const Limits& limits)
        : position_(position), inference_(inference), seed_(seed), limits_(for_many_positions(limits)) {}

    // The chance of a player who goes on from here.
    Estimate of(bool perfect) { return perfect ? of_perfect_play() : of_fast(); }
    // The effect of a move, without `after`. Nothing for the risk of an estimate.
    std::optional<MoveChance> after(const ReviewedMove& move, Action action) {
        const bool guess = judgement_of(move).is_guess() && !move.lost_by_guess;
        if (guess && !move.exact) return std::nullopt;
        const std::vector<Cell> cells = cells_to_open(position_, action);
        if (auto chance = guess ? of_solved_guess(move, cells) : of_solved_move()) return chance;
        if (guess) return of_guess(move, cells);
        const auto [value, error] = of_fast();
        return same_chance(value, error, 0, false);
    }

  private:
    Estimate of_fast() {
        if (fast_) return *fast_;
        std::shared_ptr<Player> player = make_player("fast", position_.topology, position_.mines, kRules);
        Evaluation evaluation(position_, kRules.first_click, std::move(player), limits_);
        if (const std::optional<double> exact = evaluation.exact()) return fast_.emplace(*exact, 0.0);
        const std::uint64_t seed = evaluation.seed_here(seed_);
        GameValues tally;
        std::vector<double> values;
        for (double more = tally.games_left(kError); more > 0; more = tally.games_left(kError)) {
            values.clear();
            for (std::uint64_t game = tally.games(); values.size() < static_cast<std::size_t>(more); ++game)
                values.push_back(evaluation.value(seed, game));
            tally.add(values);
        }
        return fast_.emplace(tally.mean(), tally.error());
    }

    Estimate of_perfect_play() {
        const auto chance = endgame_.win_probability(inference_, kSolvableAfter, {}, limits_.poll);
        return {chance.value_or(kNotKnown), 0};
    }

    std::optional<MoveChance> of_solved_move() {
        const auto chance = endgame_.win_probability(inference_, kSolvable, {}, limits_.poll);
        if (!chance) return std::nullopt;
        return same_chance(*chance, 0, 0, true);
    }

    std::optional<MoveChance> of_solved_guess(const ReviewedMove& move, std::span<const Cell> cells) {
        std::optional<double> best;
        Cell best_cell = move.safest.cell;
        if (judgement_of(move).could_avoid()) {
            best = endgame_.win_probability(inference_, kSolvable, {}, limits_.poll);
        } else if (const auto solution =
                       endgame_.solve_board(inference_, kSolvable.configurations,
                                            {.nodes = kSolvable.nodes, .poll = limits_.poll})) {
            best = solution->win_probability;
            best_cell = solution->cell;
        }
        if (!best) return std::nullopt;
        const auto own = endgame_.win_probability(inference_, kSolvable, cells, limits_.poll);
        if (!own) return std::nullopt;
        MoveChance chance = same_chance(*own, 0, 0, true);
        if (*own >= *best) return chance;
        chance.before = *best;
        chance.lost = *best - *own;
        chance.best = best_cell;
        return chance;
    }

    MoveChance of_guess(const ReviewedMove& move, const std::vector<Cell>& cells) {
        std::vector<std::vector<Cell>> moves{cells};
        for (const Cell cell : others(move, position_, limits_)) {
            if (moves[0] != std::vector{cell}) moves.push_back({cell});
        }
        const std::vector<MoveComparison> comparison =
            compare_moves(position_, moves, kRules.first_click, kErrorOfGuess, 0, seed_, limits_);
        const MoveComparison& best = comparison.front();
        const MoveComparison& own = *std::ranges::find(comparison, std::size_t{0}, &MoveComparison::move);
        MoveChance chance = same_chance(own.win_probability, own.error, own.behind_error, false);
        if (own.behind <= kLeastErrorsBehind * own.behind_error) return chance;
        chance.before = best.win_probability;
        chance.before_error = best.error;
        chance.lost = own.behind;
        chance.best = moves[best.move].front();
        return chance;
    }

    const Position& position_;
    Inference& inference_;
    std::uint64_t seed_;
    Limits limits_;
    Endgame endgame_;
    std::optional<Estimate> fast_;
};

namespace {

// The largest difference of coordinates; 0 on graphs, which have none.
std::size_t distance(const Topology& topology, Cell one, Cell other) {
    if (topology.kind() == Topology::Kind::graph) return 0;
    std::size_t most = 0;
    std::size_t rest = one;
    std::size_t other_rest = other;
    for (std::size_t i = topology.shape().size(); i-- > 0;) {
        const std::size_t extent = topology.shape()[i];
        const std::size_t here = rest % extent;
        const std::size_t there = other_rest % extent;
        most = std::max(most, here > there ? here - there : there - here);
        rest /= extent;
        other_rest /= extent;
    }
    return most;
}

// How far a hand is from the nearest of some cells, in pixels of cells of 16.
std::optional<double> way_to_nearest(std::span<const Cell> cells, const Hand& hand,
                                     const Topology& topology) {
    if (hand.x == kNoPixel || topology_name(topology) != "square") return std::nullopt;
    const auto size = static_cast<double>(hand.cell_size);
    const auto beyond = [size](std::int64_t pixel, std::size_t number) {
        const double first = static_cast<double>(number) * size;
        const auto place = static_cast<double>(pixel);
        return std::max({first - place, place - (first + size - 1), 0.0});
    };
    const std::size_t columns = topology.shape()[1];
    std::optional<double> nearest;
    for (const Cell cell : cells) {
        const double way = std::hypot(beyond(hand.x, cell % columns), beyond(hand.y, cell / columns));
        if (!nearest || way < *nearest) nearest = way;
    }
    if (nearest) *nearest *= kCellSize / size;
    return nearest;
}

// The cells where a move would have been no risk.
std::vector<Cell> target_cells(const ReviewedMove& move) {
    if (move.verdict == MoveVerdict::slip) return {move.safest.cell};
    std::vector<Cell> cells;
    for (const MissedDeduction& each : move.missed_deductions) {
        const std::vector<Cell> safe = each.deduction.proved_cells(false);
        cells.insert(cells.end(), safe.begin(), safe.end());
    }
    return cells;
}

}  // namespace

Reviewer::Reviewer(std::shared_ptr<const Topology> topology, Minefield minefield, Rules rules, bool by_win,
                   Limits limits, std::uint64_t seed)
    : game_(topology, std::move(minefield), rules),
      by_win_(by_win),
      seed_(seed),
      limits_(std::move(limits)),
      inference_(topology, game_.mines(), limits_),
      verdicts_(topology->size()),
      risks_(topology->size()) {}

void Reviewer::set_poll(const std::function<void()>& poll) {
    limits_.poll = poll;
    inference_.set_poll(poll);
}

// Quick steps never poll by themselves, so the review polls for them.
void Reviewer::poll() const {
    if (limits_.poll) limits_.poll();
}

const ReviewedMove& Reviewer::act(Action action, const Hand& hand) {
    poll();
    const bool fresh = game_.is_fresh();
    const Position before = game_.position();
    const std::uint32_t exploded = game_.exploded();
    const std::size_t changes = act_by_rules(game_, action, {.poll = limits_.poll});
    ReviewedMove move;
    move.lost_by_guess = game_.is_lost_by_guess();
    if (move.lost_by_guess) {
        judge(move, action, hand, before);
    } else if (changes > 0 && action.kind == Action::Kind::flag) {
        move.verdict = MoveVerdict::flag;
    } else if (changes > 0) {
        move.opened = changes;
        move.exploded = game_.exploded() > exploded;
        if (fresh) {
            first_ = action.cell;
            move.verdict = MoveVerdict::start;
            move.risk = std::nullopt;
        } else {
            judge(move, action, hand, before);
        }
        inference_.follow(game_.changes(), game_.marks());
    }
    return moves_.emplace_back(std::move(move));
}

void Reviewer::judge(ReviewedMove& move, Action action, const Hand& hand, const Position& before) {
    inference_.check_possible();
    inference_.about_all(verdicts_, risks_);
    move.exact = inference_.exact();
    move.safe = static_cast<std::size_t>(std::ranges::count(risks_, 0.0));
    move.risk = risk_of(action, before);
    if (*move.risk == 0) {
        move.verdict = MoveVerdict::certain;
        move.safest = {action.cell, 0};
    } else if (move.safe > 0 && is_slip({action.kind, hand.press_cell}, action, before)) {
        move.verdict = MoveVerdict::slip;
        move.safest = {hand.press_cell, 0};
    } else if (move.safe > 0) {
        move.verdict = MoveVerdict::needless;
        find_missed_proofs(move, action.cell, before);
    } else {
        move.verdict = MoveVerdict::forced;
        const CellRisk safest = inference_.safest();
        if (safest.cell != kNoCell) move.safest = safest;
    }
    move.distance = way_to_nearest(target_cells(move), hand, *game_.topology());
    const Guessing guessing = game_.rules().guessing;
    if (moves_mines(guessing) && move.exact && !move.lost_by_guess) {
        move.risk = risk_by_rule(guessing, *move.risk);
        move.safest.risk = risk_by_rule(guessing, move.safest.risk);
    }
    if (by_win_) judge_by_win(move, action, before);
}

// Finds the chances of a judged move. Nothing for the first cell, because a recording has no rules of the
// first click, and after a mine has exploded.
void Reviewer::judge_by_win(ReviewedMove& move, Action action, const Position& before) {
    if (std::ranges::find(before.marks, kExploded) != before.marks.end()) return;
    const bool has_lost = move.lost_by_guess || move.exploded;
    if (moves_mines(game_.rules().guessing)) {
        // Every forced guess is safe, so who sees all that is certain wins.
        if (!move.exact) return;
        move.chance = same_chance(1, 0, 0, true);
        if (has_lost) move.chance = without_chance(*move.chance, move.safest.cell);
        move.chance->after = has_lost ? 0 : 1;
        return;
    }
    PositionChances here(before, inference_, seed_, limits_);
    settle(here);
    try {
        move.chance = here.after(move, action);
    } catch (const BudgetExceeded&) {
        return;
    }
    if (!move.chance) return;
    if (move.lost_by_guess) move.chance = without_chance(*move.chance, move.safest.cell);
    if (move.exploded || game_.status() != Status::playing) {
        move.chance->after = game_.status() == Status::won ? 1 : 0;
    } else {
        open_move_ = moves_.size();
    }
}

// Sets the chance after the last judged move, now that the position after it is here.
void Reviewer::settle(PositionChances& here) {
    if (!open_move_) return;
    MoveChance& last = *moves_[*open_move_].chance;
    open_move_.reset();
    try {
        const auto [value, error] = here.of(last.perfect);
        last.after = value;
        last.after_error = error;
    } catch (const BudgetExceeded&) {
        return;
    }
}

double Reviewer::risk_of(Action action, const Position& before) {
    if (action.kind == Action::Kind::open) return risks_[action.cell];
    return chord_risk(before, action.cell, risks_, inference_.log_configurations(), limits_);
}

// Whether the same action, where the button went down, would have opened something without risk.
bool Reviewer::is_slip(Action press, Action action, const Position& before) {
    if (press.cell == kNoCell || press.cell == action.cell) return false;
    return !cells_to_open(before, press).empty() && risk_of(press, before) == 0;
}

// Finds the proofs of the safe cells, and the nearest of the cells that are easiest to see.
void Reviewer::find_missed_proofs(ReviewedMove& move, Cell cell, const Position& before) const {
    const ExplanationInWords explanation(before, explain(before, limits_));
    std::vector<Cell> easiest;
    for (std::size_t i = 0; i < explanation.deductions().size(); ++i) {
        const Deduction& deduction = explanation.deductions()[i];
        const std::vector<Cell> safe = deduction.proved_cells(false);
        if (safe.empty()) continue;
        if (!move.rule) move.rule = deduction.difficulty;
        if (deduction.difficulty == *move.rule) easiest.insert(easiest.end(), safe.begin(), safe.end());
        move.missed_deductions.push_back({deduction, explanation.pattern(i), explanation.sentence(i)});
    }
    if (!move.rule) {  // without an explanation
        move.rule = Difficulty::counting;
        for (Cell other = 0; other < risks_.size(); ++other) {
            if (risks_[other] == 0) easiest.push_back(other);
        }
    }
    const auto far = [&](Cell other) { return distance(*before.topology, other, cell); };
    move.safest = {*std::ranges::min_element(easiest, {}, far), 0};
    const std::vector<Deduction>& deductions = explanation.deductions();
    const auto proof = std::ranges::find_if(
        deductions, [&](const Deduction& each) { return each.proves_safe(move.safest.cell); });
    if (proof != deductions.end()) {
        const auto place = static_cast<std::size_t>(proof - deductions.begin());
        move.why = Why{explanation.explanation(place), explanation.premises(place)};
    }
}

void Reviewer::set_outcomes() {
    const Position end = game_.position();
    PositionChances here(end, inference_, seed_, limits_);
    settle(here);
}

ReviewSummary Reviewer::summary() const {
    std::vector<MoveFigures> figures_of_moves;
    std::ranges::transform(moves_, std::back_inserter(figures_of_moves), figures_of_move);
    return summary_of(figures_of_moves);
}

std::optional<bool> Reviewer::is_fair() const {
    poll();
    if (first_ == kNoCell) return std::nullopt;
    const Minefield& minefield = *game_.minefield();
    if (minefield[first_]) return false;
    CertainPlay play(game_.topology());
    play.load(minefield.bytes(), first_);
    try {
        return play.clears({}, limits_);
    } catch (const BudgetExceeded&) {
        return std::nullopt;
    }
}

}  // namespace sapper

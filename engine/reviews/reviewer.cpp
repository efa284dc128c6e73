#include "reviews/reviewer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "board/board_names.hpp"
#include "deduction/hint_order.hpp"
#include "hints/ranking.hpp"
#include "inference/analysis.hpp"
#include "minefields/certain_play.hpp"
#include "strategy/evaluation.hpp"
#include "strategy/strategies.hpp"

namespace sapper {

namespace {

// The effect of moves on the chance to win. Moves play the same minefields, so that small differences show.

// The standard errors of the chance to win before a certain move, and of the difference between the move
// played and the best guess.
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

MoveChance unchanged(double before, double error, double lost_error = 0) {
    return {before, error, before, 0, lost_error, kNotKnown, kNoCell};
}

// The chance to win from a position, as if a certain move followed.
MoveChance chance_at(const Position& position, const Limits& limits) {
    std::shared_ptr<Player> player = make_player("fast", position.topology, position.mines, kRules);
    Evaluation evaluation(position, kRules.first_click, std::move(player), limits);
    if (const std::optional<double> exact = evaluation.exact()) return unchanged(*exact, 0);
    const std::uint64_t seed = evaluation.seed_here(0);
    GameValues tally;
    std::vector<double> values;
    for (double more = tally.games_needed(kError); more > 0; more = tally.games_needed(kError)) {
        values.clear();
        for (std::uint64_t game = tally.games(); values.size() < static_cast<std::size_t>(more); ++game)
            values.push_back(evaluation.value(seed, game));
        tally.add(values);
    }
    return unchanged(tally.mean(), tally.error());
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

std::optional<MoveChance> chance_of_guess(const ReviewedMove& move, Action action, const Position& position,
                                          const Limits& limits) {
    if (!move.exact) return std::nullopt;
    std::vector<std::vector<Cell>> moves{opened_by(position, action)};
    for (const Cell cell : others(move, position, limits)) {
        if (moves[0] != std::vector{cell}) moves.push_back({cell});
    }
    const std::vector<ComparedMove> comparison =
        compare_moves(position, moves, kRules.first_click, kErrorOfGuess, 0, limits);
    const ComparedMove& best = comparison.front();
    const ComparedMove& own = *std::ranges::find(comparison, std::size_t{0}, &ComparedMove::move);
    if (own.behind <= kLeastErrorsBehind * own.behind_error)
        return unchanged(best.win_probability, best.error, own.behind_error);
    return MoveChance{best.win_probability, best.error, own.win_probability,     own.behind,
                      own.behind_error,     kNotKnown,  moves[best.move].front()};
}

// The chances of a judged move, in the position before it, without `after`. Nothing for a move that opens no
// cell, and for the first cell, because a recording has no rules of the first click. Nothing after a mine has
// exploded, and in positions that are too entangled to count thousands of times.
std::optional<MoveChance> chance_of(const ReviewedMove& move, Action action, const Position& position,
                                    const Limits& limits) {
    const bool guess = judgement_of(move).is_guess();
    if (!guess && move.verdict != MoveVerdict::certain) return std::nullopt;
    if (std::ranges::find(position.marks, kExploded) != position.marks.end()) return std::nullopt;
    const Limits tight = for_many_positions(limits);
    try {
        return guess ? chance_of_guess(move, action, position, tight) : chance_at(position, tight);
    } catch (const BudgetExceeded&) {
        return std::nullopt;
    }
}

// Sets the chance after each move, which is the chance before the next. `status` and `end` are those of the
// last position.
void set_outcomes(std::span<ReviewedMove> moves, Status status, const Position& end, const Limits& limits) {
    double after = status == Status::won ? 1 : 0;
    const bool exploded = std::ranges::find(end.marks, kExploded) != end.marks.end();
    if (status == Status::playing && !exploded) {
        try {
            after = chance_at(end, for_many_positions(limits)).before;
        } catch (const BudgetExceeded&) {
            after = kNotKnown;
        }
    }
    for (std::size_t i = moves.size(); i-- > 0;) {
        if (moves[i].exploded) after = 0;
        if (!moves[i].chance) continue;
        moves[i].chance->after = after;
        after = moves[i].chance->before;
    }
}

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
std::vector<Cell> cells_meant(const ReviewedMove& move) {
    if (move.verdict == MoveVerdict::slip) return {move.safest.cell};
    std::vector<Cell> cells;
    for (const MissedDeduction& missed : move.missed_deductions) {
        const std::vector<Cell> safe = missed.deduction.proved_cells(false);
        cells.insert(cells.end(), safe.begin(), safe.end());
    }
    return cells;
}

}  // namespace

Reviewer::Reviewer(std::shared_ptr<const Topology> topology, Minefield minefield, Rules rules, bool by_win,
                   Limits limits)
    : game_(topology, std::move(minefield), rules),
      by_win_(by_win),
      limits_(std::move(limits)),
      inference_(topology, game_.mines(), limits_),
      verdicts_(topology->size()),
      risks_(topology->size()),
      errors_(topology->size()) {}

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
    const std::size_t changed = game_.act(action);
    ReviewedMove move;
    if (changed > 0 && action.kind == Action::Kind::flag) {
        move.verdict = MoveVerdict::flag;
    } else if (changed > 0) {
        move.opened = changed;
        move.exploded = game_.exploded() > exploded;
        if (fresh) {
            first_ = action.cell;
            move.verdict = MoveVerdict::start;
            move.risk = std::nullopt;
        } else {
            judge(move, action, hand, before);
        }
        follow();
    }
    return moves_.emplace_back(std::move(move));
}

void Reviewer::judge(ReviewedMove& move, Action action, const Hand& hand, const Position& before) {
    inference_.check_possible();
    inference_.about_all({verdicts_, risks_, errors_});
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
        const Guess safest = inference_.safest();
        if (safest.cell != kNoCell) move.safest = safest;
    }
    move.missed_by = way_to_nearest(cells_meant(move), hand, *game_.topology());
    if (by_win_) move.chance = chance_of(move, action, before, limits_);
}

double Reviewer::risk_of(Action action, const Position& before) {
    if (action.kind == Action::Kind::open) return risks_[action.cell];
    return chord_risk(before, action.cell, risks_, inference_.log_configurations(), limits_);
}

// Whether the same action, where the button went down, would have opened something without risk.
bool Reviewer::is_slip(Action press, Action action, const Position& before) {
    if (press.cell == kNoCell || press.cell == action.cell) return false;
    return !opened_by(before, press).empty() && risk_of(press, before) == 0;
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

void Reviewer::follow() {
    const std::vector<Mark>& marks = game_.marks();
    for (const Cell cell : game_.changed()) {
        if (is_number(marks[cell])) {
            inference_.reveal(cell, marks[cell]);
        } else if (marks[cell] == kExploded) {
            inference_.explode(cell);
        }
    }
}

void Reviewer::set_outcomes() {
    if (by_win_) sapper::set_outcomes(moves_, game_.status(), game_.position(), limits_);
}

ReviewSummary Reviewer::summary() const {
    std::vector<JudgedMove> judged_moves;
    std::ranges::transform(moves_, std::back_inserter(judged_moves), judged_move);
    return summary_of(judged_moves);
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

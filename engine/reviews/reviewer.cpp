#include "reviews/reviewer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "inference/analysis.hpp"
#include "knowledge/hints.hpp"
#include "minefields/certain_play.hpp"
#include "reviews/move_chances.hpp"

namespace sapper {

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

// Quick steps never poll by themselves, but must still notice when to stop.
void Reviewer::poll() const {
    if (limits_.poll) limits_.poll();
}

const ReviewedMove& Reviewer::act(Action action, Cell pressed) {
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
            judge(move, action, pressed, before);
        }
        follow();
    }
    return moves_.emplace_back(std::move(move));
}

void Reviewer::judge(ReviewedMove& move, Action action, Cell pressed, const Position& before) {
    inference_.check_possible();
    inference_.about_all({verdicts_, risks_, errors_});
    move.exact = inference_.exact();
    move.safe = static_cast<std::size_t>(std::ranges::count(risks_, 0.0));
    move.risk = risk_of(action, before);
    if (*move.risk == 0) {
        move.verdict = MoveVerdict::certain;
        move.best = {action.cell, 0};
    } else if (move.safe > 0 && was_meant({action.kind, pressed}, action, before)) {
        move.verdict = MoveVerdict::slip;
        move.best = {pressed, 0};
    } else if (move.safe > 0) {
        move.verdict = MoveVerdict::needless;
        find_missed(move, action.cell, before);
    } else {
        move.verdict = MoveVerdict::forced;
        const Guess safest = inference_.safest();
        if (safest.cell != kNoCell) move.best = safest;
    }
    if (by_win_) move.chance = chance_of(move, action, before, limits_);
}

double Reviewer::risk_of(Action action, const Position& before) {
    if (action.kind == Action::Kind::open) return risks_[action.cell];
    return chord_risk(before, action.cell, risks_, inference_.log_configurations(), limits_);
}

// Whether the same action where the button went down would have opened something without risk.
bool Reviewer::was_meant(Action meant, Action action, const Position& before) {
    if (meant.cell == kNoCell || meant.cell == action.cell) return false;
    return !opened_by(before, meant).empty() && risk_of(meant, before) == 0;
}

// Finds the proofs of the safe cells, and the nearest of the cells that are easiest to see.
void Reviewer::find_missed(ReviewedMove& move, Cell cell, const Position& before) const {
    const ToldExplanation told(before, explain(before, limits_));
    std::vector<Cell> easiest;
    for (std::size_t i = 0; i < told.deductions().size(); ++i) {
        const Deduction& deduction = told.deductions()[i];
        const std::vector<Cell> safe = deduction.claimed(false);
        if (safe.empty()) continue;
        if (!move.rule) move.rule = deduction.difficulty;
        if (deduction.difficulty == *move.rule) easiest.insert(easiest.end(), safe.begin(), safe.end());
        move.missed.push_back({deduction, told.pattern(i), told.sentence(i)});
    }
    if (!move.rule) {  // no explanation was found
        move.rule = Difficulty::counting;
        for (Cell other = 0; other < risks_.size(); ++other) {
            if (risks_[other] == 0) easiest.push_back(other);
        }
    }
    const auto far = [&](Cell other) { return distance(*before.topology, other, cell); };
    move.best = {*std::ranges::min_element(easiest, {}, far), 0};
    const std::vector<Deduction>& deductions = told.deductions();
    const auto proof = std::ranges::find_if(
        deductions, [&](const Deduction& each) { return each.proves_safe(move.best.cell); });
    if (proof != deductions.end()) {
        const auto place = static_cast<std::size_t>(proof - deductions.begin());
        move.why = Why{told.explanation(place), told.premises(place)};
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
    std::ranges::transform(moves_, std::back_inserter(judged_moves), judged);
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

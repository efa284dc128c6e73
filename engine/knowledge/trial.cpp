#include "knowledge/trial.hpp"

#include "util/lists.hpp"

namespace sapper {

bool Trial::refutes(const Facts& facts, Claim supposed, const std::vector<bool>* used) {
    steps_.clear();
    queue_.clear();
    touched_.clear();
    conflict_ = kNoCell;
    assign(facts, supposed, kNoCell);
    for (std::size_t next = 0; next < queue_.size() && conflict_ == kNoCell; ++next) {
        if (steps_.size() > kMostCells) break;
        const Cell number = queue_[next];
        if (used != nullptr && !(*used)[number]) continue;
        if (!apply(facts, number)) conflict_ = number;
    }
    for (Cell number : touched_)
        met_[number] = 0;
    if (conflict_ != kNoCell) keep_needed(facts);
    for (const Step& step : steps_)
        place_[step.claim.cell] = 0;
    if (conflict_ != kNoCell) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            if (needed_[i]) steps_[kept++] = steps_[i];
        }
        steps_.resize(kept);
    }
    return conflict_ != kNoCell;
}

void Trial::assign(const Facts& facts, Claim claim, Cell number) {
    steps_.push_back({claim, number});
    place_[claim.cell] = static_cast<std::uint32_t>(steps_.size());
    for (Cell other : facts.topology().neighbours(claim.cell)) {
        if (!facts.number(other)) continue;
        if (met_[other] == 0) {
            met_[other] = 1;
            touched_.push_back(other);
            need_[other] = facts.need(other);
            around_[other] = facts.undecided_around(other);
        }
        --around_[other];
        need_[other] -= claim.mine;
        queue_.push_back(other);
    }
}

// Applies a number to the cells around it. False if it can no longer be met.
bool Trial::apply(const Facts& facts, Cell number) {
    if (need_[number] < 0 || need_[number] > around_[number]) return false;
    if (around_[number] == 0 || (need_[number] > 0 && need_[number] < around_[number])) return true;
    const bool mine = need_[number] > 0;
    for (Cell cell : facts.topology().neighbours(number)) {
        if (facts.undecided(cell) && place_[cell] == 0) assign(facts, {cell, mine}, number);
    }
    return true;
}

// Marks the needed steps, from the contradiction back to the supposition. A number with too many mines, or
// one that makes cells safe, needs the mines around it. Any other number needs the safe cells around it.
void Trial::keep_needed(const Facts& facts) {
    needed_.assign(steps_.size(), false);
    need_cells_of(facts, conflict_, static_cast<std::uint32_t>(steps_.size()), need_[conflict_] < 0);
    for (auto i = static_cast<std::uint32_t>(steps_.size()); i-- > 1;) {
        if (needed_[i]) need_cells_of(facts, steps_[i].number, i, !steps_[i].claim.mine);
    }
    needed_[0] = true;
}

void Trial::need_cells_of(const Facts& facts, Cell number, std::uint32_t before, bool mines) {
    for (Cell cell : facts.topology().neighbours(number)) {
        const std::uint32_t place = place_[cell];
        if (place == 0 || place > before || steps_[place - 1].claim.mine != mines) continue;
        // Leaves out the cells that the number itself decided.
        if (steps_[place - 1].number != number) needed_[place - 1] = true;
    }
}

std::vector<Cell> Trial::numbers() const {
    std::vector<Cell> numbers{conflict_};
    for (const Step& step : steps_) {
        if (step.number != kNoCell) numbers.push_back(step.number);
    }
    sort_and_drop_repeated(numbers);
    return numbers;
}

}  // namespace sapper

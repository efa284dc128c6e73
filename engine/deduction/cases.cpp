#include "deduction/cases.hpp"

#include <optional>
#include <utility>

#include "deduction/known_sets.hpp"
#include "deduction/levels.hpp"
#include "util/lists.hpp"

namespace sapper {

bool Trial::refutes(const Facts& facts, Claim supposition, const std::vector<bool>* used) {
    steps_.clear();
    queue_.clear();
    touched_.clear();
    conflict_ = kNoCell;
    assign(facts, supposition, kNoCell);
    for (std::size_t next = 0; next < queue_.size() && conflict_ == kNoCell; ++next) {
        if (steps_.size() > kMostCells) break;
        const Cell number = queue_[next];
        if (used != nullptr && !(*used)[number]) continue;
        if (!apply(facts, number)) conflict_ = number;
    }
    for (Cell number : touched_)
        is_touched_[number] = 0;
    if (conflict_ != kNoCell) mark_needed_steps(facts);
    for (const Step& step : steps_)
        place_[step.claim.cell] = 0;
    if (conflict_ != kNoCell) {
        std::size_t end = 0;
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            if (is_needed_[i]) steps_[end++] = steps_[i];
        }
        steps_.resize(end);
    }
    return conflict_ != kNoCell;
}

void Trial::assign(const Facts& facts, Claim claim, Cell number) {
    steps_.push_back({claim, number});
    place_[claim.cell] = static_cast<std::uint32_t>(steps_.size());
    for (Cell other : facts.topology().neighbours(claim.cell)) {
        if (!facts.number(other)) continue;
        if (is_touched_[other] == 0) {
            is_touched_[other] = 1;
            touched_.push_back(other);
            need_[other] = facts.need(other);
            around_[other] = facts.undecided_around(other);
        }
        --around_[other];
        need_[other] -= claim.mine;
        queue_.push_back(other);
    }
}

// Applies a number to the cells around it. Returns false if the number has too many mines or too few.
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
// one that makes cells safe, needs the mines around it as reasons. Any other number needs the safe cells
// around it.
void Trial::mark_needed_steps(const Facts& facts) {
    is_needed_.assign(steps_.size(), false);
    need_cells_of(facts, conflict_, static_cast<std::uint32_t>(steps_.size()), need_[conflict_] < 0);
    for (auto i = static_cast<std::uint32_t>(steps_.size()); i-- > 1;) {
        if (is_needed_[i]) need_cells_of(facts, steps_[i].number, i, !steps_[i].claim.mine);
    }
    is_needed_[0] = true;
}

void Trial::need_cells_of(const Facts& facts, Cell number, std::uint32_t before, bool mines) {
    for (Cell cell : facts.topology().neighbours(number)) {
        const std::uint32_t place = place_[cell];
        if (place == 0 || place > before || steps_[place - 1].claim.mine != mines) continue;
        // Leaves out the cells that the number itself decided.
        if (steps_[place - 1].number != number) is_needed_[place - 1] = true;
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

namespace {

class CaseLevel final : public Level {
  public:
    CaseLevel(std::shared_ptr<const Topology> topology, std::uint32_t mines, bool mine_count)
        : mines_(mines),
          mine_count_(mine_count),
          chains_(topology, mines, {.rule = bounds_rule, .mine_count = false}),
          facts_(topology),
          trial_(topology->size()) {}

    void begin(std::span<const Mark> marks) override {
        chains_.begin(marks);
        facts_.load(marks);
        current_ = false;
    }

    void follow(std::span<const Mark> marks, std::span<const Cell> changed) override {
        chains_.follow(marks, changed);
        facts_.load(marks);
        current_ = false;
    }

    std::span<const Cell> safe() override {
        while (!current_) {
            take_over();
            current_ = !refute() && !(mine_count_ && account());
        }
        return chains_.safe();
    }

    bool is_mine(Cell cell) const override { return chains_.is_mine(cell); }

    void for_each_item(const std::function<void(const Item&)>& visit) const override {
        chains_.for_each_item(visit);
    }

    void set_poll(std::function<void()> poll) override {
        poll_ = poll;
        chains_.set_poll(std::move(poll));
    }

  private:
    void take_over() {
        for (Cell cell : chains_.safe()) {
            if (facts_.undecided(cell)) facts_.learn({cell, false});
        }
        for (Cell cell = 0; cell < facts_.marks().size(); ++cell) {
            if (facts_.undecided(cell) && chains_.is_mine(cell)) facts_.learn({cell, true});
        }
    }

    bool refute() {
        constexpr Cell kCellsBetweenPolls = 256;
        bool is_new = false;
        for (Cell cell = 0; cell < facts_.marks().size(); ++cell) {
            if (cell % kCellsBetweenPolls == 0 && poll_) poll_();
            if (!facts_.undecided(cell)) continue;
            for (const bool mine : {false, true}) {
                if (!trial_.refutes(facts_, {cell, mine})) continue;
                chains_.learn(cell, !mine);
                is_new = true;
                break;
            }
        }
        return is_new;
    }

    bool account() {
        const std::optional<SeparateNumbers> separate = find_separate_numbers(facts_, mines_);
        if (!separate) return false;
        for (Cell cell : separate->rest)
            chains_.learn(cell, separate->rest_is_mines);
        return true;
    }

    std::uint32_t mines_;
    bool mine_count_;
    RuleLevel chains_;
    Facts facts_;
    Trial trial_;
    bool current_ = false;
    std::function<void()> poll_;
};

}  // namespace

std::unique_ptr<Level> case_level(std::shared_ptr<const Topology> topology, std::uint32_t mines,
                                  bool mine_count) {
    return std::make_unique<CaseLevel>(std::move(topology), mines, mine_count);
}

}  // namespace sapper

#include "deduction/levels.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include "deduction/known_sets.hpp"
#include "deduction/number_facts.hpp"
#include "inference/conflict.hpp"

namespace sapper {

namespace {

constexpr std::array kLevels{
    Entry{"single", "One number at a time: all cells around it are safe, or all are mines."},
    Entry{"subset",
          "Two numbers, the cells of one among those of the other: the rest hold the remaining mines."},
    Entry{"propositions",
          "Subsets. Also, if A needs k more mines than B and k cells touch A but not B, these k are mines."},
    Entry{"bounds", "Bounds on the mines in the cells that two numbers share, and in the others."},
    Entry{"exact", "Everything that is certain, by counting all configurations."},
};

}  // namespace

std::span<const Entry> levels() {
    return kLevels;
}

std::unique_ptr<Level> make_level(std::string_view name, std::shared_ptr<const Topology> topology,
                                  std::uint32_t mines) {
    const auto by_rule = [&](OverlapRule rule) {
        return std::make_unique<RuleLevel>(std::move(topology), mines, Reasoning{.rule = rule});
    };
    if (name == "single") return by_rule(nullptr);
    if (name == "subset") return by_rule(subset_rule);
    if (name == "propositions") return by_rule(proposition_rule);
    if (name == "bounds") return by_rule(bounds_rule);
    if (name == "exact") return std::make_unique<ExactLevel>(std::move(topology), mines);
    throw std::invalid_argument("There is no inference level named '" + std::string(name) + "'.");
}

ExactLevel::ExactLevel(std::shared_ptr<const Topology> topology, std::uint32_t mines, Limits limits)
    : topology_(topology),
      mines_(mines),
      inference_(std::move(topology), mines, std::move(limits)),
      verdicts_(topology_->size(), Verdict::uncertain) {}

void ExactLevel::begin(std::span<const Mark> marks) {
    inference_.load({topology_, mines_, {marks.begin(), marks.end()}});
    hidden_cells_.clear();
    for (Cell cell = 0; cell < marks.size(); ++cell) {
        verdicts_[cell] = is_hidden(marks[cell]) ? Verdict::uncertain : Verdict::revealed;
        if (is_hidden(marks[cell])) hidden_cells_.push_back(cell);
    }
    safe_.clear();
    current_ = false;
}

void ExactLevel::follow(std::span<const Mark> marks, std::span<const Cell> changes) {
    for (Cell cell : changes) {
        if (is_hidden(marks[cell])) continue;
        verdicts_[cell] = Verdict::revealed;
        current_ = false;
    }
    inference_.follow(changes, marks);
}

std::span<const Cell> ExactLevel::safe() {
    if (current_) return safe_;
    std::erase_if(hidden_cells_, [this](Cell cell) { return verdicts_[cell] == Verdict::revealed; });
    std::erase_if(safe_, [this](Cell cell) { return verdicts_[cell] == Verdict::revealed; });
    if (!inference_.possible()) return safe_;
    for (Cell cell : hidden_cells_) {
        if (verdicts_[cell] != Verdict::uncertain) continue;  // certain cells stay certain
        const Verdict verdict = inference_.about(cell).verdict;
        verdicts_[cell] = verdict;
        if (verdict == Verdict::safe) safe_.push_back(cell);
    }
    current_ = true;
    return safe_;
}

void ExactLevel::for_each_item(const std::function<void(const Item&)>& visit) const {
    const Constraints& constraints = inference_.constraints();
    std::vector<Cell> cells;
    for (Cell number = 0; number < verdicts_.size(); ++number) {
        if (!constraints.live(number)) continue;
        cells.clear();
        std::uint32_t mines = static_cast<std::uint32_t>(constraints.need(number));
        for (Cell cell : topology_->neighbours(number)) {
            if (!constraints.undecided(cell)) continue;
            if (verdicts_[cell] == Verdict::uncertain) cells.push_back(cell);
            mines -= verdicts_[cell] == Verdict::mine;
        }
        if (!cells.empty()) visit({cells, mines, mines});
    }
}

namespace {

constexpr std::array kDifficulties{
    Entry{"single", "One number: all the cells left around it are safe, or all are mines."},
    Entry{"subset", "Two numbers: the cells of one are among those of the other."},
    Entry{"overlap", "Two numbers: bounds on the mines in the cells that they share."},
    Entry{"chain", "Several numbers: what two of them say is combined with a third, and so on."},
    Entry{"cases", "Suppose the opposite: some number then cannot be right."},
    Entry{"mine_count", "Numbers that share no cells account for all remaining mines."},
    Entry{"counting", "All placements of the mines agree, and no easier rule finds it."},
};

// A level that concludes more than the rules about pairs: by chains, by suppositions that single numbers
// refute and, with `mine_count`, by separate numbers that account for the mine count.
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

    void follow(std::span<const Mark> marks, std::span<const Cell> changes) override {
        chains_.follow(marks, changes);
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

CertainCounts count_certain(Level& level, std::span<const Mark> marks) {
    level.begin(marks);
    CertainCounts counts{level.safe().size(), 0};
    for (Cell cell = 0; cell < marks.size(); ++cell)
        counts.mines += level.is_mine(cell);
    return counts;
}

}  // namespace

std::span<const Entry> difficulties() {
    return kDifficulties;
}

Difficulty find_difficulty(std::string_view name) {
    const auto entry = std::ranges::find(kDifficulties, name, &Entry::name);
    if (entry != kDifficulties.end()) return static_cast<Difficulty>(entry - kDifficulties.begin());
    throw std::invalid_argument("There is no rule named '" + std::string(name) + "'.");
}

std::unique_ptr<Level> level_up_to(Difficulty hardest, std::shared_ptr<const Topology> topology,
                                   std::uint32_t mines) {
    const auto by_rule = [&](OverlapRule rule, bool add_conclusions) {
        return std::make_unique<RuleLevel>(
            std::move(topology), mines,
            Reasoning{.rule = rule, .add_conclusions = add_conclusions, .mine_count = false});
    };
    switch (hardest) {
        case Difficulty::single:
            return by_rule(nullptr, false);
        case Difficulty::subset:
            return by_rule(subset_rule, false);
        case Difficulty::overlap:
            return by_rule(bounds_rule, false);
        case Difficulty::chain:
            return by_rule(bounds_rule, true);
        case Difficulty::cases:
            return std::make_unique<CaseLevel>(std::move(topology), mines, false);
        case Difficulty::mine_count:
            return std::make_unique<CaseLevel>(std::move(topology), mines, true);
        case Difficulty::counting:
            break;
    }
    return std::make_unique<ExactLevel>(std::move(topology), mines);
}

std::optional<Difficulty> DifficultyFinder::operator()(std::span<const Mark> marks,
                                                       const CertainCounts& all) {
    if (all == CertainCounts{}) return std::nullopt;
    for (std::size_t rule = 0; rule + 1 < kDifficulties.size(); ++rule) {
        const auto difficulty = static_cast<Difficulty>(rule);
        if (levels_.size() == rule) levels_.push_back(level_up_to(difficulty, topology_, mines_));
        if (count_certain(*levels_[rule], marks) == all) return difficulty;
    }
    return Difficulty::counting;
}

std::optional<Difficulty> difficulty_of(const Position& position, const Limits& limits) {
    ExactLevel exact(position.topology, position.mines, limits);
    const CertainCounts all = count_certain(exact, position.marks);
    if (!exact.inference().possible())
        throw_contradiction(position, false, exact.inference().suspects(), limits);
    return DifficultyFinder(position.topology, position.mines)(position.marks, all);
}

}  // namespace sapper

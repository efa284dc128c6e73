#include "inference/conflict.hpp"

#include <algorithm>

#include "inference/constraints.hpp"
#include "inference/coupling.hpp"
#include "inference/frontier.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

// With more numbers than this, a conflict with the mine count names no numbers: to leave out each in turn
// would take too long.
constexpr std::size_t kMostNumbersToLeaveOut = 1500;

// To count some of the numbers usually costs less than to count all, but not always.
constexpr std::size_t kTrialValues = std::size_t{1} << 22;

class ConflictFinder {
  public:
    ConflictFinder(const Position& position, bool trust_flags, const Limits& limits)
        : position_(position),
          trust_flags_(trust_flags),
          limits_{limits.values, limits.poll, false},
          trial_limits_{std::min(limits.values, kTrialValues), limits.poll, false},
          constraints_(position.topology),
          frontier_(*position.topology),
          subset_(position.marks.size(), false) {}

    // The fewest and the most mines that these numbers allow on the whole board.
    struct Range {
        bool possible = false;
        bool reaches_mine_count = false;
        std::int64_t least = 0;
        std::int64_t most = 0;
    };

    Range range_of(const std::vector<Cell>& numbers) { return range_of(numbers, limits_); }

    Range range_of(const std::vector<Cell>& numbers, const Limits& limits) {
        Range range;
        range.possible = count(numbers, limits, [&](const Totals& totals, std::int64_t least) {
            range.least = least;
            range.most = least + totals.slack();
            range.reaches_mine_count = reaches_mine_count(totals, least);
        });
        return range;
    }

    // Whether any minefield fits these numbers. Then calls visit(totals, least) with the totals of mines
    // above the least.
    template <typename Visit>
    bool count(const std::vector<Cell>& numbers, const Limits& limits, Visit visit) {
        if (limits.poll) limits.poll();
        subset_.assign(subset_.size(), false);
        for (Cell number : numbers)
            subset_[number] = true;
        constraints_.load(position_, trust_flags_, &subset_);
        if (!constraints_.consistent()) return false;
        frontier_.clear();
        frontier_.update(constraints_, limits);
        if (!frontier_.possible()) return false;
        auto least = static_cast<std::int64_t>(constraints_.known_mines());
        std::vector<Factor> factors;
        for (std::uint32_t id : frontier_.parts()) {
            const Sweep& sweep = *frontier_.part(id).sweep;
            factors.push_back({sweep.least_mines(), sweep.ways()});
            least += sweep.least_mines();
        }
        visit(Totals(factors, constraints_.sea_cells()), least);
        return true;
    }

    // Whether these numbers alone are in conflict. Returns false if that is too hard to decide.
    bool in_conflict(const std::vector<Cell>& numbers, bool with_mine_count) {
        try {
            const Range range = range_of(numbers, trial_limits_);
            return !range.possible || (with_mine_count && !range.reaches_mine_count);
        } catch (const BudgetExceeded&) {
            return false;
        }
    }

    // The numbers around the suspects, the nearest first, until they are in conflict.
    std::vector<Cell> surroundings(const std::vector<Cell>& suspects) {
        std::vector<bool> is_listed(position_.marks.size(), false);
        std::vector<Cell> cells;
        for (Cell cell : suspects) {
            // A trusted flag takes part through the numbers next to it.
            is_listed[cell] = true;
            cells.push_back(cell);
        }
        std::size_t next = 0;
        while (!in_conflict(numbers_among(cells), false) && next < cells.size()) {
            const std::size_t ring_end = cells.size();
            for (; next < ring_end; ++next) {
                for (Cell between : position_.topology->neighbours(cells[next])) {
                    if (is_number(position_.marks[between])) continue;
                    for (Cell number : position_.topology->neighbours(between)) {
                        if (is_listed[number] || !is_number(position_.marks[number])) continue;
                        is_listed[number] = true;
                        cells.push_back(number);
                    }
                }
            }
        }
        return numbers_among(cells);
    }

    // Leaves out numbers, the farthest first, until none can be left out.
    std::vector<Cell> minimal(std::vector<Cell> numbers, bool with_mine_count) {
        leave_out_runs(numbers,
                       [&](const std::vector<Cell>& fewer) { return in_conflict(fewer, with_mine_count); });
        std::ranges::sort(numbers);
        return numbers;
    }

    std::vector<Cell> all_numbers() const {
        std::vector<Cell> numbers;
        for (Cell cell = 0; cell < position_.marks.size(); ++cell) {
            if (is_number(position_.marks[cell])) numbers.push_back(cell);
        }
        return numbers;
    }

  private:
    // With a prior: whether any count of it is reached.
    bool reaches_mine_count(const Totals& totals, std::int64_t least) const {
        const auto reaches = [&](std::size_t mines) {
            return totals.reach(static_cast<std::int64_t>(mines) - least);
        };
        if (position_.prior == nullptr) return reaches(position_.mines);
        const MinePrior& prior = *position_.prior;
        if (prior.kind != MinePrior::Kind::counts) return true;
        for (std::size_t i = 0; i < prior.weights.size(); ++i) {
            if (prior.weights[i] > 0 && reaches(prior.least + i)) return true;
        }
        return false;
    }
    std::vector<Cell> numbers_among(const std::vector<Cell>& cells) const {
        std::vector<Cell> numbers;
        for (Cell cell : cells) {
            if (is_number(position_.marks[cell])) numbers.push_back(cell);
        }
        return numbers;
    }

    const Position& position_;
    bool trust_flags_;
    Limits limits_;
    Limits trial_limits_;
    Constraints constraints_;
    Frontier frontier_;
    std::vector<bool> subset_;
};

std::string mine_count_text(const ConflictFinder::Range& range, std::uint32_t mines, bool trust_flags) {
    const std::string clues = trust_flags ? "the numbers and flags" : "the numbers";
    const std::string board = "but the board has " + std::to_string(mines);
    if (range.least > mines)
        return clues + " need at least " + quantity(static_cast<std::size_t>(range.least), "mine") + ", " +
               board;
    if (range.most < mines)
        return clues + " leave room for at most " + quantity(static_cast<std::size_t>(range.most), "mine") +
               ", " + board;
    return clues + " do not allow exactly " + quantity(mines, "mine") + " on the board";
}

[[noreturn]] void throw_mine_count_contradiction(ConflictFinder& finder, const Position& position,
                                                 bool trust_flags) {
    std::vector<Cell> numbers = finder.all_numbers();
    const std::string text = position.prior == nullptr
                                 ? mine_count_text(finder.range_of(numbers), position.mines, trust_flags)
                                 : "none of the mine counts that are believed possible fits the numbers";
    if (numbers.size() > kMostNumbersToLeaveOut) {
        numbers.clear();
    } else {
        numbers = finder.minimal(std::move(numbers), true);
    }
    throw Contradiction(text, numbers, true);
}

}  // namespace

void throw_contradiction(const Position& position, bool trust_flags, const std::vector<Cell>& suspects,
                         const Limits& limits) {
    ConflictFinder finder(position, trust_flags, limits);
    if (suspects.empty()) throw_mine_count_contradiction(finder, position, trust_flags);
    const std::vector<Cell> numbers = finder.minimal(finder.surroundings(suspects), false);
    const std::string which = numbers.size() == 1 ? "this number" : "these numbers together";
    const std::string flags = trust_flags ? " with the flags as mines" : "";
    throw Contradiction("no placement of mines satisfies " + which + flags, numbers, false);
}

std::vector<std::uint32_t> fitting_counts(const Position& position, bool trust_flags, const Limits& limits) {
    const Limits exactly{limits.values, limits.poll, false};
    ConflictFinder finder(position, trust_flags, exactly);
    std::vector<std::uint32_t> result;
    SeldomPoll poll;
    finder.count(finder.all_numbers(), exactly, [&](const Totals& totals, std::int64_t least) {
        for (std::int64_t more = 0; more <= totals.slack(); ++more) {
            poll(limits);
            if (totals.reach(more)) result.push_back(static_cast<std::uint32_t>(least + more));
        }
    });
    return result;
}

}  // namespace sapper

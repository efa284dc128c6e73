#include "deduction/number_facts.hpp"

#include <algorithm>
#include <utility>

#include "util/lists.hpp"

namespace sapper {

namespace {

constexpr std::size_t kMostNodes = 20'000;

class Search {
  public:
    Search(const Facts& facts, bool rest_is_mines) : facts_(facts), is_covered_(facts.marks().size(), false) {
        for (Cell cell = 0; cell < facts.marks().size(); ++cell) {
            if (!facts.live(cell)) continue;
            numbers_.push_back(cell);
            const std::int32_t safe = facts.undecided_around(cell) - facts.need(cell);
            weights_.push_back(rest_is_mines ? safe : facts.need(cell));
        }
        find_bounds();
    }

    // Finds separate numbers whose weights add up to `target` and that leave some cell out.
    bool find(std::int64_t target) { return find(0, target); }
    const std::vector<Cell>& choice() const { return choice_; }
    bool covers(Cell cell) const { return is_covered_[cell]; }

  private:
    // An upper bound on the weight of any choice among the numbers from i on: every cell counts with its
    // largest share of a number.
    void find_bounds() {
        bounds_.assign(numbers_.size() + 1, 0);
        std::vector<double> best(facts_.marks().size(), 0);
        double sum = 0;
        for (std::size_t i = numbers_.size(); i-- > 0;) {
            const double share = static_cast<double>(weights_[i]) / facts_.undecided_around(numbers_[i]);
            for (Cell cell : facts_.topology().neighbours(numbers_[i])) {
                if (!facts_.undecided(cell) || best[cell] >= share) continue;
                sum += share - best[cell];
                best[cell] = share;
            }
            bounds_[i] = sum;
        }
    }

    bool find(std::size_t from, std::int64_t target) {
        if (target == 0) return covered_cells_ < facts_.undecided_cells();
        if (++nodes_ > kMostNodes) return false;
        for (std::size_t i = from; i < numbers_.size(); ++i) {
            if (bounds_[i] + 1e-6 < static_cast<double>(target)) return false;
            if (weights_[i] > target || !is_free(numbers_[i])) continue;
            take(numbers_[i], true);
            if (find(i + 1, target - weights_[i])) return true;
            take(numbers_[i], false);
        }
        return false;
    }

    bool is_free(Cell number) const {
        for (Cell cell : facts_.topology().neighbours(number)) {
            if (facts_.undecided(cell) && is_covered_[cell]) return false;
        }
        return true;
    }

    void take(Cell number, bool covers) {
        for (Cell cell : facts_.topology().neighbours(number)) {
            if (facts_.undecided(cell)) is_covered_[cell] = covers;
        }
        const auto cells = static_cast<std::size_t>(facts_.undecided_around(number));
        covered_cells_ = covers ? covered_cells_ + cells : covered_cells_ - cells;
        if (covers) {
            choice_.push_back(number);
        } else {
            choice_.pop_back();
        }
    }

    const Facts& facts_;
    std::vector<Cell> numbers_;
    std::vector<std::int64_t> weights_;
    std::vector<double> bounds_;
    std::vector<Cell> choice_;
    std::vector<bool> is_covered_;
    std::size_t covered_cells_ = 0;
    std::size_t nodes_ = 0;
};

// The clue of a number if only some of the deduced cells are known.
struct Clue {
    std::vector<Cell> cells;  // in ascending order
    Bounds mines;

    template <typename IsKnown>
    Clue(const Facts& facts, Cell number, IsKnown is_known) {
        auto need = static_cast<std::uint32_t>(facts.need(number));
        for (Cell cell : facts.topology().neighbours(number)) {
            const bool is_unknown = facts.is_deduced(cell) && !is_known(cell);
            if (is_unknown || facts.undecided(cell)) cells.push_back(cell);
            if (is_unknown && facts.deduced_mine(cell)) ++need;
        }
        mines = {need, need};
    }
};

void claim(const std::vector<Cell>& cells, Bounds mines, std::vector<Claim>& claims) {
    if (cells.empty() || !mines.decides(cells.size())) return;
    for (Cell cell : cells)
        claims.push_back({cell, mines.most > 0});
}

std::vector<Claim> claims_of(const Clue& one, const Clue& other, OverlapRule rule) {
    Regions regions;
    regions.split(one.cells, other.cells);
    const auto size = [](const std::vector<Cell>& cells) { return static_cast<std::uint32_t>(cells.size()); };
    const RegionBounds bounds =
        rule({size(regions.left), size(regions.both), size(regions.right), one.mines, other.mines});
    std::vector<Claim> claims;
    claim(regions.left, bounds.left, claims);
    claim(regions.both, bounds.both, claims);
    claim(regions.right, bounds.right, claims);
    std::ranges::sort(claims, {}, &Claim::cell);
    return claims;
}

template <typename IsKnown>
std::vector<Claim> claims_of(const Facts& facts, Cell first, Cell second, OverlapRule rule,
                             IsKnown is_known) {
    return claims_of(Clue(facts, first, is_known), Clue(facts, second, is_known), rule);
}

}  // namespace

Facts::Facts(std::shared_ptr<const Topology> topology) : topology_(std::move(topology)) {}

void Facts::load(std::span<const Mark> marks) {
    marks_.assign(marks.begin(), marks.end());
    states_.assign(marks.size(), CellState::undecided);
    need_.assign(marks.begin(), marks.end());
    around_.assign(marks.size(), 0);
    undecided_cells_ = known_mines_ = 0;
    for (Cell cell = 0; cell < marks.size(); ++cell) {
        const bool hidden = is_hidden(marks[cell]);
        const bool exploded = marks[cell] == kExploded;
        if (!hidden) states_[cell] = CellState::revealed;
        undecided_cells_ += hidden;
        known_mines_ += exploded;
        if (!hidden && !exploded) continue;
        for (Cell number : topology_->neighbours(cell)) {
            around_[number] += hidden;
            need_[number] -= exploded;
        }
    }
}

void Facts::learn(Claim claim) {
    states_[claim.cell] = claim.mine ? CellState::mine : CellState::safe;
    --undecided_cells_;
    known_mines_ += claim.mine;
    for (Cell number : topology_->neighbours(claim.cell)) {
        --around_[number];
        need_[number] -= claim.mine;
    }
}

std::optional<SeparateNumbers> find_separate_numbers(const Facts& facts, std::uint32_t mines) {
    const std::int64_t mines_left = std::int64_t{mines} - static_cast<std::int64_t>(facts.known_mines());
    const std::int64_t safe_left = static_cast<std::int64_t>(facts.undecided_cells()) - mines_left;
    if (mines_left < 0 || safe_left < 0) return std::nullopt;
    for (const bool rest_is_mines : {false, true}) {
        Search search(facts, rest_is_mines);
        if (!search.find(rest_is_mines ? safe_left : mines_left)) continue;
        SeparateNumbers separate{search.choice(), rest_is_mines, {}};
        for (Cell cell = 0; cell < facts.marks().size(); ++cell) {
            if (facts.undecided(cell) && !search.covers(cell)) separate.rest.push_back(cell);
        }
        return separate;
    }
    return std::nullopt;
}

std::optional<Pair> PairFinder::find(const Facts& facts, Cell number, OverlapRule rule) {
    find_others(facts, number);
    std::optional<Pair> pair;
    for (Cell other : others_) {
        is_listed_[other] = false;
        if (pair || other == number) continue;
        std::vector<Claim> claims = claims_of(facts, number, other, rule, [](Cell) { return true; });
        if (!claims.empty()) pair = {number, other, std::move(claims)};
    }
    return pair;
}

void PairFinder::find_others(const Facts& facts, Cell number) {
    others_.clear();
    for (Cell cell : facts.topology().neighbours(number)) {
        if (!facts.undecided(cell)) continue;
        for (Cell other : facts.topology().neighbours(cell)) {
            if (!facts.number(other) || is_listed_[other]) continue;
            is_listed_[other] = true;
            others_.push_back(other);
        }
    }
    std::ranges::sort(others_);
}

// Leaves out one cell after another where possible. The result is minimal, because a rule never decides less
// if more cells are known.
std::vector<Cell> PairFinder::needed_cells(const Facts& facts, const Pair& pair, OverlapRule rule) {
    std::vector<Cell> known_cells;
    for (Cell number : {pair.first, pair.second}) {
        for (Cell cell : facts.topology().neighbours(number)) {
            if (facts.is_deduced(cell)) known_cells.push_back(cell);
        }
    }
    sort_and_drop_repeats(known_cells);
    const auto decides_without = [&](Cell exception) {
        const std::vector<Claim> claims = claims_of(facts, pair.first, pair.second, rule, [&](Cell cell) {
            return cell != exception && std::ranges::binary_search(known_cells, cell);
        });
        return std::ranges::all_of(
            pair.claims, [&](Claim claim) { return std::ranges::find(claims, claim) != claims.end(); });
    };
    for (std::size_t i = known_cells.size(); i-- > 0;) {
        if (decides_without(known_cells[i]))
            known_cells.erase(known_cells.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return known_cells;
}

bool Trial::refutes(const Facts& facts, Claim supposition, const std::vector<bool>* subset) {
    steps_.clear();
    queue_.clear();
    reach_.clear();
    conflict_ = kNoCell;
    assign(facts, supposition, kNoCell);
    for (std::size_t next = 0; next < queue_.size() && conflict_ == kNoCell; ++next) {
        if (steps_.size() > kMostCells) break;
        const Cell number = queue_[next];
        if (subset != nullptr && !(*subset)[number]) continue;
        if (!apply(facts, number)) conflict_ = number;
    }
    for (Cell number : reach_)
        is_in_reach_[number] = 0;
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
        if (is_in_reach_[other] == 0) {
            is_in_reach_[other] = 1;
            reach_.push_back(other);
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
    sort_and_drop_repeats(numbers);
    return numbers;
}

}  // namespace sapper

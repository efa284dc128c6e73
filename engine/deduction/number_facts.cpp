#include "deduction/number_facts.hpp"

#include <algorithm>
#include <utility>

#include "util/lists.hpp"

namespace sapper {

namespace {

constexpr std::size_t kMostNodes = 20'000;

class Search {
  public:
    Search(const Facts& facts, bool rest_mined) : facts_(facts), taken_(facts.marks().size(), false) {
        for (Cell cell = 0; cell < facts.marks().size(); ++cell) {
            if (!facts.live(cell)) continue;
            numbers_.push_back(cell);
            const std::int32_t safe = facts.undecided_around(cell) - facts.need(cell);
            weights_.push_back(rest_mined ? safe : facts.need(cell));
        }
        find_bounds();
    }

    // Finds separate numbers whose weights add up to `target` and that leave some cell out.
    bool find(std::int64_t target) { return find(0, target); }
    const std::vector<Cell>& chosen() const { return chosen_; }
    bool taken(Cell cell) const { return taken_[cell]; }

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
        if (target == 0) return covered_ < facts_.undecided_cells();
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
            if (facts_.undecided(cell) && taken_[cell]) return false;
        }
        return true;
    }

    void take(Cell number, bool taken) {
        for (Cell cell : facts_.topology().neighbours(number)) {
            if (facts_.undecided(cell)) taken_[cell] = taken;
        }
        const auto cells = static_cast<std::size_t>(facts_.undecided_around(number));
        covered_ = taken ? covered_ + cells : covered_ - cells;
        if (taken) {
            chosen_.push_back(number);
        } else {
            chosen_.pop_back();
        }
    }

    const Facts& facts_;
    std::vector<Cell> numbers_;
    std::vector<std::int64_t> weights_;
    std::vector<double> bounds_;
    std::vector<Cell> chosen_;
    std::vector<bool> taken_;
    std::size_t covered_ = 0;
    std::size_t nodes_ = 0;
};

// What a number says about the cells around it if only some of the deduced cells are known.
struct Clue {
    std::vector<Cell> cells;  // in ascending order
    Bounds mines;

    template <typename Known>
    Clue(const Facts& facts, Cell number, Known known) {
        auto need = static_cast<std::uint32_t>(facts.need(number));
        for (Cell cell : facts.topology().neighbours(number)) {
            const bool doubted = facts.deduced(cell) && !known(cell);
            if (doubted || facts.undecided(cell)) cells.push_back(cell);
            if (doubted && facts.deduced_mine(cell)) ++need;
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
    const Finding found =
        rule({size(regions.left), size(regions.both), size(regions.right), one.mines, other.mines});
    std::vector<Claim> claims;
    claim(regions.left, found.left, claims);
    claim(regions.both, found.both, claims);
    claim(regions.right, found.right, claims);
    std::ranges::sort(claims, {}, &Claim::cell);
    return claims;
}

template <typename Known>
std::vector<Claim> claims_of(const Facts& facts, Cell first, Cell second, OverlapRule rule, Known known) {
    return claims_of(Clue(facts, first, known), Clue(facts, second, known), rule);
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
    for (const bool rest_mined : {false, true}) {
        Search search(facts, rest_mined);
        if (!search.find(rest_mined ? safe_left : mines_left)) continue;
        SeparateNumbers separate{search.chosen(), rest_mined, {}};
        for (Cell cell = 0; cell < facts.marks().size(); ++cell) {
            if (facts.undecided(cell) && !search.taken(cell)) separate.rest.push_back(cell);
        }
        return separate;
    }
    return std::nullopt;
}

std::optional<Pair> PairFinder::find(const Facts& facts, Cell number, OverlapRule rule) {
    find_others(facts, number);
    std::optional<Pair> pair;
    for (Cell other : others_) {
        seen_[other] = false;
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
            if (!facts.number(other) || seen_[other]) continue;
            seen_[other] = true;
            others_.push_back(other);
        }
    }
    std::ranges::sort(others_);
}

// Leaves out one after another where possible. The result is minimal, because a rule never decides less if
// more cells are known.
std::vector<Cell> PairFinder::needed(const Facts& facts, const Pair& pair, OverlapRule rule) {
    std::vector<Cell> given;
    for (Cell number : {pair.first, pair.second}) {
        for (Cell cell : facts.topology().neighbours(number)) {
            if (facts.deduced(cell)) given.push_back(cell);
        }
    }
    sort_and_drop_repeated(given);
    const auto decided_without = [&](Cell left_out) {
        const std::vector<Claim> claims = claims_of(facts, pair.first, pair.second, rule, [&](Cell cell) {
            return cell != left_out && std::ranges::binary_search(given, cell);
        });
        return std::ranges::all_of(
            pair.claims, [&](Claim claim) { return std::ranges::find(claims, claim) != claims.end(); });
    };
    for (std::size_t i = given.size(); i-- > 0;) {
        if (decided_without(given[i])) given.erase(given.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return given;
}

}  // namespace sapper

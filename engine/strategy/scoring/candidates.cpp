#include "strategy/scoring/candidates.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "util/floats.hpp"

namespace sapper {

namespace {

// This prime is larger than any determinant of a matrix of zeros and ones of this size. So independent rows
// stay independent modulo it.
constexpr std::int32_t kPrime = 32749;
constexpr std::size_t kColumns = 9;

using Row = std::array<std::int32_t, kColumns>;

std::int32_t inverse(std::int32_t value) {
    std::int32_t result = 1;
    for (std::int32_t power = kPrime - 2; power > 0; power >>= 1) {
        if ((power & 1) != 0) result = result * value % kPrime;
        value = value * value % kPrime;
    }
    return result;
}

// The sums that the numbers fix, in echelon form.
class Span {
  public:
    // Reduces a row by the others. Returns whether anything is left, so that the row is independent.
    bool reduce(Row& row) const {
        for (std::size_t i = 0; i < count_; ++i) {
            const std::int32_t factor = row[leads_[i]];
            if (factor == 0) continue;
            for (std::size_t c = 0; c < kColumns; ++c)
                row[c] = (row[c] + (kPrime - factor) * rows_[i][c]) % kPrime;
        }
        return std::ranges::any_of(row, [](std::int32_t value) { return value != 0; });
    }
    void add(Row row) {
        if (!reduce(row)) return;
        std::size_t lead = 0;
        while (row[lead] == 0)
            ++lead;
        const std::int32_t scale = inverse(row[lead]);
        for (std::int32_t& value : row)
            value = value * scale % kPrime;
        leads_[count_] = lead;
        rows_[count_++] = row;
    }

  private:
    std::array<Row, kColumns> rows_;
    std::array<std::size_t, kColumns> leads_;
    std::size_t count_ = 0;
};

// A sea cell with no more hidden neighbours than this is likely to open a large area.
constexpr std::int32_t kFewNeighbours = 3;

// Calls done(candidate) from the greatest candidate down until it returns true. The first call nearly always
// does. Returns whether any call did. Changes the order of the candidates.
template <typename Less, typename Done>
bool from_greatest(std::vector<Candidate>& candidates, Less less, Done done) {
    if (candidates.empty()) return false;
    auto end = candidates.end();
    std::iter_swap(std::ranges::max_element(candidates, less), --end);
    if (done(*end)) return true;
    std::make_heap(candidates.begin(), end, less);
    while (end != candidates.begin()) {
        std::pop_heap(candidates.begin(), end--, less);
        if (done(*end)) return true;
    }
    return false;
}

}  // namespace

bool is_dead(const Constraints& constraints, Cell cell) {
    const Topology& topology = constraints.topology();
    std::array<Cell, kColumns> cells;
    std::size_t count = 0;
    cells[count++] = cell;
    for (Cell other : topology.neighbours(cell)) {
        if (!constraints.undecided(other)) continue;
        if (!constraints.in_frontier(other) || count == kColumns) return false;
        cells[count++] = other;
    }
    if (count == 1) return true;
    const auto column = [&](Cell other) {
        return static_cast<std::size_t>(std::find(cells.begin(), cells.begin() + count, other) -
                                        cells.begin());
    };
    // The cell counts as safe, so only the sum of the other cells matters.
    Row target{};
    for (std::size_t c = 1; c < count; ++c)
        target[c] = 1;
    Span span;
    for (std::size_t c = 0; c < count; ++c) {
        for (Cell number : topology.neighbours(cells[c])) {
            if (!constraints.live(number)) continue;
            Row row{};
            bool inside = true;
            std::size_t first = kColumns;
            for (Cell other : topology.neighbours(number)) {
                if (!constraints.undecided(other)) continue;
                const std::size_t at = column(other);
                if (at >= count) {
                    inside = false;
                    break;
                }
                first = std::min(first, at);
                row[at] = at == 0 ? 0 : 1;
            }
            if (inside && first == c) span.add(row);
        }
    }
    return !span.reduce(target);
}

void CandidateFinder::add_frontier(Inference& inference) {
    inference.for_each_frontier_group([this](std::span<const Cell> cells, double risk) {
        if (risk == 1) return;
        for (Cell cell : cells)
            candidates_.push_back({cell, risk, round_score(1 - risk)});
    });
}

void CandidateFinder::add_sea(Inference& inference) {
    const Constraints& constraints = inference.constraints();
    const Topology& topology = constraints.topology();
    const double risk = inference.sea_risk();
    const auto size = static_cast<Cell>(topology.size());
    near_.assign(size, 0);
    inference.for_each_frontier_group([&](std::span<const Cell> cells, double) {
        for (Cell cell : cells)
            each_neighbour(topology, cell, [this](Cell other) { near_[other] = 1; });
    });
    sea_.clear();
    sea_.add_between(0, size, [&](Cell cell) {
        const bool has_few = constraints.undecided_around(cell) <= kFewNeighbours;
        const bool is_near = near_[cell] != 0, at_sea = constraints.at_sea(cell);
        return at_sea & (is_near | has_few);
    });
    if (sea_.empty()) {
        Cell first = 0;
        while (first < size && !constraints.at_sea(first))
            ++first;
        if (first < size) sea_.add(first);
    }
    const Candidate like_all{kNoCell, risk, round_score(1 - risk)};
    for (Cell cell : sea_) {
        candidates_.push_back(like_all);
        candidates_.back().cell = cell;
    }
}

const std::vector<Candidate>& CandidateFinder::operator()(Inference& inference, const CandidateRules& rules) {
    candidates_.clear();
    add_frontier(inference);
    double safest = 1 - inference.sea_risk();
    for (const Candidate& candidate : candidates_)
        safest = std::max(safest, candidate.worth);
    if (1 - inference.sea_risk() >= rules.sea_band * safest) add_sea(inference);

    const bool some_live = keep_nearly_safest(inference.constraints(), rules.frontier_band);
    keep_promising(inference, rules, !some_live);
    return promising_;
}

// Keeps the candidates, living or dead, that are nearly as safe as the safest living cell. Returns whether a
// living cell exists. If not, keeps all.
bool CandidateFinder::keep_nearly_safest(const Constraints& constraints, double band) {
    double safest = 0;
    const auto less_worth = [](const Candidate& a, const Candidate& b) { return a.worth < b.worth; };
    const bool some_live = from_greatest(candidates_, less_worth, [&](const Candidate& candidate) {
        safest = candidate.worth;
        return !is_dead(constraints, candidate.cell);
    });
    if (!some_live) return false;
    const double least = band * safest;
    std::erase_if(candidates_, [least](const Candidate& candidate) { return candidate.worth < least; });
    return true;
}

// Tests only promising candidates whether they are dead, because the test costs more than the promise.
void CandidateFinder::keep_promising(Inference& inference, const CandidateRules& rules, bool dead_too) {
    const Constraints& constraints = inference.constraints();
    const double at_sea = rules.at_sea * inference.sea_risk();
    // The cost by the place of a neighbour: decided, in the sea, in the frontier.
    const std::array<double, 3> costs{0, at_sea, rules.in_frontier * inference.sea_risk()};
    for (Candidate& candidate : candidates_) {
        double promise = candidate.worth - (constraints.in_frontier(candidate.cell) ? 0 : at_sea);
        each_neighbour(constraints.topology(), candidate.cell, [&](Cell other) {
            promise -= costs[std::size_t{constraints.undecided(other)} + constraints.in_frontier(other)];
        });
        candidate.promise = round_score(promise);
    }
    const auto less_promising = [](const Candidate& a, const Candidate& b) {
        return a.promise < b.promise || (a.promise == b.promise && a.cell > b.cell);
    };
    promising_.clear();
    from_greatest(candidates_, less_promising, [&](const Candidate& candidate) {
        if (dead_too || !is_dead(constraints, candidate.cell)) promising_.push_back(candidate);
        return promising_.size() == rules.most;
    });
    if (promising_.size() > 1) std::ranges::stable_sort(promising_, std::greater(), &Candidate::worth);
}

}  // namespace sapper

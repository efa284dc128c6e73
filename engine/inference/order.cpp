#include "inference/order.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sapper {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

// More states than any machine can walk; keeps the sum of a hopeless order finite.
constexpr double kUncountable = 1e280;

// The component seen from its constraints.
struct Transposed {
    explicit Transposed(const Component& component)
        : ends(component.needs.size(), 0), groups(component.constraints.size()), cells(ends.size(), 0) {
        for (std::uint32_t c : component.constraints)
            ++ends[c];
        std::exclusive_scan(ends.begin(), ends.end(), ends.begin(), 0U);
        for (std::uint32_t g = 0; g < component.groups(); ++g) {
            for (std::uint32_t c : component.constraints_of(g)) {
                groups[ends[c]++] = g;
                cells[c] += component.group_sizes[g];
            }
        }
    }

    std::span<const std::uint32_t> groups_of(std::uint32_t constraint) const {
        const std::uint32_t first = constraint == 0 ? 0 : ends[constraint - 1];
        return std::span(groups).subspan(first, ends[constraint] - first);
    }

    std::vector<std::uint32_t> ends;
    std::vector<std::uint32_t> groups;
    std::vector<std::uint32_t> cells;  // under each constraint
};

struct Candidate {
    std::vector<std::uint32_t> order;
    double cost = std::numeric_limits<double>::infinity();
};

// Grows one order from a first constraint: again and again it finishes the open constraint whose remaining
// groups open the fewest others, which keeps the open ones a thin front.
class Grower {
  public:
    Grower(const Component& component, const Transposed& transposed)
        : component_(component), transposed_(transposed) {}

    Candidate grow(std::uint32_t first_constraint, double give_up_at) {
        const std::size_t constraints = component_.needs.size();
        done_.assign(component_.groups(), false);
        left_.assign(constraints, 0);
        opened_at_.assign(constraints, kNone);
        taken_.assign(constraints, 0);
        open_.clear();
        states_ = 1;
        Candidate candidate{{}, 0};
        candidate.order.reserve(component_.groups());
        for (std::uint32_t c = 0; c < constraints; ++c) {
            left_[c] = static_cast<std::uint32_t>(transposed_.groups_of(c).size());
        }
        std::uint32_t next = first_constraint;
        while (next != kNone && candidate.cost < give_up_at) {
            finish(next, candidate);
            next = cheapest_open();
        }
        if (candidate.order.size() < component_.groups())
            candidate.cost = std::numeric_limits<double>::infinity();
        return candidate;
    }

  private:
    // Values the need of a constraint can still have once `taken` of its cells have been decided.
    double values(std::uint32_t c) const {
        const std::uint32_t need = component_.needs[c];
        const std::uint32_t after = transposed_.cells[c] - taken_[c];
        const std::uint32_t most = std::min(need, taken_[c]);
        const std::uint32_t least = need > after ? need - after : 0;
        return static_cast<double>(most - least + 1);
    }

    void finish(std::uint32_t constraint, Candidate& candidate) {
        if (opened_at_[constraint] == kNone) open(constraint, candidate.order.size());
        while (left_[constraint] > 0)
            take(best_group_of(constraint), candidate);
    }

    void open(std::uint32_t c, std::size_t at) {
        opened_at_[c] = static_cast<std::uint32_t>(at);
        open_.push_back(c);
    }

    // Among the groups left of a constraint, the one that opens least.
    std::uint32_t best_group_of(std::uint32_t constraint) const {
        std::uint32_t best = kNone;
        std::size_t best_new = SIZE_MAX;
        for (std::uint32_t g : transposed_.groups_of(constraint)) {
            if (done_[g]) continue;
            std::size_t fresh = 0;
            for (std::uint32_t c : component_.constraints_of(g))
                fresh += opened_at_[c] == kNone;
            if (fresh < best_new) {
                best_new = fresh;
                best = g;
            }
        }
        return best;
    }

    void take(std::uint32_t group, Candidate& candidate) {
        done_[group] = true;
        for (std::uint32_t c : component_.constraints_of(group)) {
            if (opened_at_[c] == kNone) {
                open(c, candidate.order.size());
            } else {
                states_ /= values(c);
            }
            taken_[c] += component_.group_sizes[group];
            states_ *= values(c);  // 1 when this was the last group of c
            if (--left_[c] == 0) std::erase(open_, c);
        }
        candidate.order.push_back(group);
        candidate.cost += std::min(states_, kUncountable);
    }

    std::uint32_t cheapest_open() const {
        std::uint32_t best = kNone;
        std::size_t best_new = SIZE_MAX;
        for (std::uint32_t c : open_) {  // oldest first, so ties keep the front together
            const std::size_t fresh = constraints_opened_by(c, best_new);
            if (fresh < best_new) {
                best_new = fresh;
                best = c;
            }
        }
        return best;
    }

    std::size_t constraints_opened_by(std::uint32_t constraint, std::size_t stop_at) const {
        std::size_t fresh = 0;
        seen_.clear();
        for (std::uint32_t g : transposed_.groups_of(constraint)) {
            if (done_[g]) continue;
            for (std::uint32_t c : component_.constraints_of(g)) {
                if (opened_at_[c] != kNone || std::ranges::find(seen_, c) != seen_.end()) continue;
                seen_.push_back(c);
                if (++fresh >= stop_at) return fresh;
            }
        }
        return fresh;
    }

    const Component& component_;
    const Transposed& transposed_;
    std::vector<bool> done_;                // per group
    std::vector<std::uint32_t> left_;       // per constraint: groups not yet taken
    std::vector<std::uint32_t> opened_at_;  // per constraint, kNone before
    std::vector<std::uint32_t> taken_;      // per constraint: cells decided
    std::vector<std::uint32_t> open_;
    mutable std::vector<std::uint32_t> seen_;
    double states_ = 1;  // upper estimate of the states between two groups
};

// A constraint farthest from `start` by steps through shared groups: an end of the component.
std::uint32_t farthest(const Component& component, const Transposed& transposed, std::uint32_t start) {
    std::vector<bool> seen(component.needs.size(), false);
    std::vector<std::uint32_t> reached{start};
    seen[start] = true;
    for (std::size_t next = 0; next < reached.size(); ++next) {
        for (std::uint32_t g : transposed.groups_of(reached[next])) {
            for (std::uint32_t c : component.constraints_of(g)) {
                if (seen[c]) continue;
                seen[c] = true;
                reached.push_back(c);
            }
        }
    }
    return reached.back();
}

// Components whose best order so far costs less than this are not worth another try.
constexpr double kCheap = 500;
constexpr std::uint32_t kMoreStarts = 24;

}  // namespace

std::vector<std::uint32_t> walking_order(const Component& component) {
    const Transposed transposed(component);
    Grower grower(component, transposed);
    Candidate best;
    const auto try_from = [&](std::uint32_t start) {
        Candidate candidate = grower.grow(start, best.cost);
        if (candidate.cost < best.cost) best = std::move(candidate);
    };
    const std::uint32_t one_end = farthest(component, transposed, 0);
    try_from(one_end);
    if (best.cost < kCheap) return best.order;
    try_from(farthest(component, transposed, one_end));
    const auto constraints = static_cast<std::uint32_t>(component.needs.size());
    const std::uint32_t stride = std::max(1U, constraints / kMoreStarts);
    for (std::uint32_t start = 0; start < constraints && best.cost >= kCheap; start += stride)
        try_from(start);
    return best.order;
}

}  // namespace sapper

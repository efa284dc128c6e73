#include "inference/order.hpp"

#include <algorithm>
#include <limits>

namespace sapper {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
constexpr double kNotFound = std::numeric_limits<double>::infinity();

// More states than any machine can walk; keeps the sum of a hopeless order finite.
constexpr double kUncountable = 1e280;

// Components whose best order so far costs less than this are not worth another try.
constexpr double kCheap = 500;
constexpr std::uint32_t kMoreStarts = 24;

}  // namespace

std::span<const std::uint32_t> OrderFinder::operator()(const Component& component) {
    look_at(component);
    best_.clear();
    best_cost_ = kNotFound;
    const std::uint32_t one_end = farthest(0);
    try_from(one_end);
    if (best_cost_ < kCheap) return best_;
    try_from(farthest(one_end));
    const auto constraints = static_cast<std::uint32_t>(component.needs.size());
    const std::uint32_t stride = std::max(1U, constraints / kMoreStarts);
    for (std::uint32_t start = 0; start < constraints && best_cost_ >= kCheap; start += stride)
        try_from(start);
    return best_;
}

void OrderFinder::look_at(const Component& component) {
    component_ = &component;
    groups_of_.make(component);
    cells_.assign(component.needs.size(), 0);
    for (std::uint32_t g = 0; g < component.groups(); ++g) {
        for (std::uint32_t c : component.constraints_of(g))
            cells_[c] += component.group_sizes[g];
    }
}

// A constraint farthest from `start` by steps through shared groups: an end of the component.
std::uint32_t OrderFinder::farthest(std::uint32_t start) {
    opened_.assign(component_->needs.size(), 0);
    open_.assign(1, start);
    opened_[start] = 1;
    for (std::size_t next = 0; next < open_.size(); ++next) {
        for (std::uint32_t g : groups_of_(open_[next])) {
            for (std::uint32_t c : component_->constraints_of(g)) {
                if (opened_[c] != 0) continue;
                opened_[c] = 1;
                open_.push_back(c);
            }
        }
    }
    return open_.back();
}

void OrderFinder::try_from(std::uint32_t first_constraint) {
    const double cost = grow(first_constraint);
    if (cost >= best_cost_) return;
    best_cost_ = cost;
    std::swap(best_, order_);
}

// Again and again finishes the open constraint whose remaining groups open the fewest others, which keeps the
// open ones a thin front. Gives up when that becomes dearer than the best order known.
double OrderFinder::grow(std::uint32_t first_constraint) {
    const std::size_t constraints = component_->needs.size();
    order_.clear();
    cost_ = 0;
    states_ = 1;
    done_.assign(component_->groups(), 0);
    taken_.assign(constraints, 0);
    opened_.assign(constraints, 0);
    open_.clear();
    left_.resize(constraints);
    for (std::uint32_t c = 0; c < constraints; ++c)
        left_[c] = static_cast<std::uint32_t>(groups_of_(c).size());
    for (std::uint32_t next = first_constraint; next != kNone; next = cheapest_open()) {
        if (opened_[next] == 0) open(next);
        while (left_[next] > 0)
            take(best_group_of(next));
        if (cost_ >= best_cost_) return kNotFound;
    }
    return cost_;
}

void OrderFinder::open(std::uint32_t constraint) {
    opened_[constraint] = 1;
    open_.push_back(constraint);
}

void OrderFinder::take(std::uint32_t group) {
    done_[group] = 1;
    for (std::uint32_t c : component_->constraints_of(group)) {
        if (opened_[c] == 0) open(c);
        states_ /= values(c);
        taken_[c] += component_->group_sizes[group];
        states_ *= values(c);  // 1 when this was the last group of c
        if (--left_[c] == 0) std::erase(open_, c);
    }
    order_.push_back(group);
    cost_ += std::min(states_, kUncountable);
}

// How many values the need of a constraint can still have, given how many of its cells have been decided.
double OrderFinder::values(std::uint32_t constraint) const {
    const std::uint32_t need = component_->needs[constraint];
    const std::uint32_t after = cells_[constraint] - taken_[constraint];
    const std::uint32_t most = std::min(need, taken_[constraint]);
    const std::uint32_t least = need > after ? need - after : 0;
    return static_cast<double>(most - least + 1);
}

// Among the groups left of a constraint, the one that opens least.
std::uint32_t OrderFinder::best_group_of(std::uint32_t constraint) const {
    std::uint32_t best = kNone;
    std::size_t best_fresh = SIZE_MAX;
    for (std::uint32_t g : groups_of_(constraint)) {
        if (done_[g] != 0) continue;
        std::size_t fresh = 0;
        for (std::uint32_t c : component_->constraints_of(g))
            fresh += opened_[c] == 0;
        if (fresh < best_fresh) {
            best_fresh = fresh;
            best = g;
        }
    }
    return best;
}

std::uint32_t OrderFinder::cheapest_open() {
    std::uint32_t best = kNone;
    std::size_t best_fresh = SIZE_MAX;
    for (std::uint32_t c : open_) {  // oldest first, so ties keep the front together
        const std::size_t fresh = constraints_opened_by(c, best_fresh);
        if (fresh < best_fresh) {
            best_fresh = fresh;
            best = c;
        }
        if (best_fresh == 0) break;
    }
    return best;
}

std::size_t OrderFinder::constraints_opened_by(std::uint32_t constraint, std::size_t stop_at) {
    std::size_t fresh = 0;
    seen_.clear();
    for (std::uint32_t g : groups_of_(constraint)) {
        if (done_[g] != 0) continue;
        for (std::uint32_t c : component_->constraints_of(g)) {
            if (opened_[c] != 0 || std::ranges::find(seen_, c) != seen_.end()) continue;
            seen_.push_back(c);
            if (++fresh >= stop_at) return fresh;
        }
    }
    return fresh;
}

}  // namespace sapper

#include "inference/sweep_plan.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace sapper {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
constexpr std::uint32_t kTaken = UINT32_MAX;
constexpr double kNoOrder = std::numeric_limits<double>::infinity();

// More states than any machine can sweep. Keeps the cost of a hopeless order finite.
constexpr double kUncountable = 1e280;

// If the best order costs less than this, the search ends.
constexpr double kCheap = 500;
constexpr std::uint32_t kMoreStarts = 24;

}  // namespace

// Takes constraints breadth first. A constraint's groups come in this order: those that open no other
// constraint, those that open one, the others.
std::span<const std::uint32_t> OrderFinder::sweep(const Component& component) {
    groups_of_.make(component);
    order_.resize(component.groups() + 1);  // one more, because rejected groups are written there
    std::size_t length = 0;
    is_taken_.assign(component.groups(), 0);
    is_open_.assign(component.needs.size(), 0);
    open_.resize(component.needs.size() + 1);
    open_[0] = 0;
    is_open_[0] = 1;
    std::size_t end = 1;
    for (std::vector<std::uint32_t>& groups : by_rank_)
        groups.resize(component.groups() + 1);
    for (std::size_t next = 0; next < end; ++next) {
        std::array<std::size_t, kRanks> ends{};
        for (std::uint32_t group : groups_of_(open_[next])) {
            std::size_t not_open = 0;
            for (std::uint32_t c : component.constraints_of(group))
                not_open += is_open_[c] == 0;
            const bool fresh = is_taken_[group] == 0;
            is_taken_[group] = 1;
            order_[length] = group;
            length += fresh & (not_open == 0);
            const std::size_t rank = std::min(not_open, kRanks) - (not_open > 0);
            by_rank_[rank][ends[rank]] = group;
            ends[rank] += fresh & (not_open > 0);
        }
        for (std::size_t rank = 0; rank < kRanks; ++rank) {
            for (std::uint32_t group : std::span(by_rank_[rank]).first(ends[rank])) {
                order_[length++] = group;
                for (std::uint32_t c : component.constraints_of(group)) {
                    open_[end] = c;
                    end += is_open_[c] == 0;
                    is_open_[c] = 1;
                }
            }
        }
    }
    return std::span(order_).first(length);
}

std::span<const std::uint32_t> OrderFinder::search(const Component& component, const Limits& limits) {
    Poller poller(limits);
    prepare(component, poller);
    best_.clear();
    best_cost_ = kNoOrder;
    const std::uint32_t one_end = farthest(0);
    try_from(one_end, poller);
    if (best_cost_ < kCheap) return best_;
    try_from(farthest(one_end), poller);
    const auto constraints = static_cast<std::uint32_t>(component.needs.size());
    const std::uint32_t stride = std::max(1U, constraints / kMoreStarts);
    for (std::uint32_t start = 0; start < constraints && best_cost_ >= kCheap; start += stride)
        try_from(start, poller);
    return best_;
}

void OrderFinder::prepare(const Component& component, Poller& poller) {
    component_ = &component;
    groups_of_.make(component);
    cells_.assign(component.needs.size(), 0);
    for (std::uint32_t g = 0; g < component.groups(); ++g) {
        for (std::uint32_t c : component.constraints_of(g))
            cells_[c] += component.group_sizes[g];
    }
    find_neighbours(poller);
}

void OrderFinder::find_neighbours(Poller& poller) {
    const auto constraints = static_cast<std::uint32_t>(component_->needs.size());
    neighbour_of_.assign(constraints, kNone);
    neighbour_ends_.resize(constraints);
    std::size_t end = 0;
    for (std::uint32_t c = 0; c < constraints; ++c) {
        for (std::uint32_t g : groups_of_(c)) {
            const std::span<const std::uint32_t> together = component_->constraints_of(g);
            if (end + together.size() > neighbours_.size()) neighbours_.resize(2 * (end + together.size()));
            for (std::uint32_t other : together) {
                neighbours_[end] = other;
                end += neighbour_of_[other] != c;
                neighbour_of_[other] = c;
            }
            poller.work(together.size());
        }
        neighbour_ends_[c] = static_cast<std::uint32_t>(end);
    }
}

// A constraint farthest from `start`, in steps through shared groups: an end of the component.
std::uint32_t OrderFinder::farthest(std::uint32_t start) {
    is_open_.assign(component_->needs.size(), 0);
    open_.resize(component_->needs.size() + 1);
    open_[0] = start;
    is_open_[start] = 1;
    std::size_t end = 1;
    for (std::size_t next = 0; next < end; ++next) {
        for (std::uint32_t c : neighbours_of(open_[next])) {
            open_[end] = c;
            end += is_open_[c] == 0;
            is_open_[c] = 1;
        }
    }
    return open_[end - 1];
}

void OrderFinder::try_from(std::uint32_t first_constraint, Poller& poller) {
    const double cost = grow(first_constraint, poller);
    if (cost >= best_cost_) return;
    best_cost_ = cost;
    std::swap(best_, order_);
}

// Finishes the open constraint whose remaining groups open the fewest others, again and again. So few
// constraints are open at a time. Gives up when the order costs more than the best one so far.
double OrderFinder::grow(std::uint32_t first_constraint, Poller& poller) {
    const std::size_t constraints = component_->needs.size();
    order_.clear();
    cost_ = 0;
    states_ = 1;
    past_cells_.assign(constraints, 0);
    is_open_.assign(constraints, 0);
    values_.assign(constraints, 1);
    open_.clear();
    left_.resize(constraints);
    closed_around_.resize(constraints);
    for (std::uint32_t c = 0; c < constraints; ++c) {
        left_[c] = static_cast<std::uint32_t>(groups_of_(c).size());
        closed_around_[c] = static_cast<std::uint32_t>(neighbours_of(c).size());
    }
    closed_of_group_.resize(component_->groups());
    for (std::uint32_t g = 0; g < component_->groups(); ++g)
        closed_of_group_[g] = static_cast<std::uint32_t>(component_->constraints_of(g).size());
    poller.work(constraints + component_->groups());
    for (std::uint32_t next = first_constraint; next != kNone; next = cheapest_open()) {
        if (is_open_[next] == 0) open(next);
        while (left_[next] > 0)
            take(best_group_of(next));
        if (cost_ >= best_cost_) return kNoOrder;
        poller.work(open_.size());
    }
    return cost_;
}

void OrderFinder::open(std::uint32_t constraint) {
    is_open_[constraint] = 1;
    open_.push_back(constraint);
    for (std::uint32_t c : neighbours_of(constraint))
        --closed_around_[c];
    for (std::uint32_t g : groups_of_(constraint))
        --closed_of_group_[g];
}

void OrderFinder::take(std::uint32_t group) {
    for (std::uint32_t c : component_->constraints_of(group)) {
        if (is_open_[c] == 0) open(c);
        past_cells_[c] += component_->group_sizes[group];
        const double before = values_[c];
        values_[c] = values(c);  // 1 if this was the last group of c
        states_ = states_ / before * values_[c];
        if (--left_[c] == 0) std::erase(open_, c);
    }
    closed_of_group_[group] = kTaken;
    order_.push_back(group);
    cost_ += std::min(states_, kUncountable);
}

// The number of values that the need of a constraint can still have, after the groups taken so far.
double OrderFinder::values(std::uint32_t constraint) const {
    const std::uint32_t need = component_->needs[constraint];
    const std::uint32_t after = cells_[constraint] - past_cells_[constraint];
    const std::uint32_t most = std::min(need, past_cells_[constraint]);
    const std::uint32_t least = need > after ? need - after : 0;
    return static_cast<double>(most - least + 1);
}

// The remaining group of a constraint that opens the fewest others.
std::uint32_t OrderFinder::best_group_of(std::uint32_t constraint) const {
    const std::span<const std::uint32_t> groups = groups_of_(constraint);
    return *std::ranges::min_element(groups, {}, [this](std::uint32_t g) { return closed_of_group_[g]; });
}

// Of equals takes the oldest, so that the open constraints stay close together.
std::uint32_t OrderFinder::cheapest_open() const {
    if (open_.empty()) return kNone;
    return *std::ranges::min_element(open_, {}, [this](std::uint32_t c) { return closed_around_[c]; });
}

namespace {

constexpr std::uint32_t kWordBits = 64;

}  // namespace

void SweepPlan::make(const Component& component, Order order, const Limits& limits) {
    cells_left_.assign(component.needs.size(), 0);
    for (std::size_t g = 0; g < component.groups(); ++g) {
        for (std::uint32_t c : component.constraints_of(g))
            cells_left_[c] += component.group_sizes[g];
    }
    field_of_.assign(component.needs.size(), Field{});
    busy_bits_.assign(1, 0);
    steps_.clear();
    fields_.clear();
    Poller poller(limits);
    for (std::uint32_t group :
         order == Order::quick ? find_order_.sweep(component) : find_order_.search(component, limits)) {
        poller.work(kWordBits * busy_bits_.size());
        const std::uint32_t size = component.group_sizes[group];
        for (std::uint32_t c : component.constraints_of(group)) {
            Field& field = field_of_[c];
            field.opens = field.mask == 0;
            if (field.opens) {
                field.need = component.needs[c];
                take_slot(field);
            }
            cells_left_[c] -= size;
            field.after = cells_left_[c];
            fields_.push_back(field);
        }
        for (std::uint32_t c : component.constraints_of(group)) {
            const Field& field = field_of_[c];
            const std::uint64_t bits = cells_left_[c] == 0 ? field.mask << field.shift : 0;
            busy_bits_[field.word] &= ~bits;
        }
        steps_.push_back({group, size, static_cast<std::uint32_t>(fields_.size())});
    }
}

// Takes the first run of free bits that holds the need and lies in one word.
void SweepPlan::take_slot(Field& field) {
    const auto bits = static_cast<std::uint32_t>(std::bit_width(field.need));
    field.mask = (std::uint64_t{1} << bits) - 1;
    for (field.word = 0;; ++field.word) {
        if (field.word == busy_bits_.size()) busy_bits_.push_back(0);
        const std::uint64_t free = ~busy_bits_[field.word];
        std::uint64_t starts = free;
        constexpr std::uint32_t kUsualBits =
            4;  // up to here without a branch, because the number of bits is hard to predict
        for (std::uint32_t bit = 1; bit < kUsualBits; ++bit)
            starts &= bit < bits ? free >> bit : free;
        for (std::uint32_t bit = kUsualBits; bit < bits; ++bit)
            starts &= free >> bit;
        if (starts == 0) continue;
        field.shift = static_cast<std::uint32_t>(std::countr_zero(starts));
        busy_bits_[field.word] |= field.mask << field.shift;
        return;
    }
}

}  // namespace sapper

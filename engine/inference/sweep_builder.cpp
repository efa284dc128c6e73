#include "inference/sweep_builder.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "inference/components.hpp"
#include "inference/sweep.hpp"
#include "util/bits.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

constexpr std::size_t kNoMost = std::numeric_limits<std::size_t>::max();

[[noreturn]] void throw_budget_exceeded(const Limits& limits) {
    throw BudgetExceeded("a component of the frontier is too entangled to count within the budget of " +
                         std::to_string(limits.values) + " stored values");
}

}  // namespace

std::shared_ptr<const Sweep> SweepBuilder::operator()(const Component& component, const Limits& limits) {
    // With more rows than this, a search for a better order is worth its time.
    constexpr std::size_t kEasy = 300;
    plan_.make(component, SweepPlan::Order::quick, limits);
    End end = plan_.words() == 1 ? sweep_groups(nullptr, kEasy, limits) : End::past_easy;
    if (end == End::past_easy) {
        plan(component, limits);
        end = sweep_groups(nullptr, kNoMost, limits);
    }
    if (end == End::to_a_dead_end) return std::make_shared<const Sweep>();
    find_possibilities();
    // The copy of a small sweep leaves the buffers here. A large sweep would take longer to copy than to
    // make.
    constexpr std::size_t kValuesToCopy = std::size_t{1} << 16;
    if (sweep_.stored_values() <= kValuesToCopy) return std::make_shared<const Sweep>(sweep_);
    return std::make_shared<const Sweep>(std::exchange(sweep_, {}));
}

const SweepPlan& SweepBuilder::plan(const Component& component, const Limits& limits) {
    plan_.make(component, SweepPlan::Order::by_search, limits);
    if (plan_.words() > 16)
        throw BudgetExceeded(
            "a component of the frontier keeps too many numbers open at a time to be counted");
    return plan_;
}

Sweep SweepBuilder::sample(const Sampling& sampling, const Limits& limits) {
    // The number of states bounds the memory.
    sweep_groups(&sampling, kNoMost, {std::numeric_limits<std::size_t>::max(), limits.poll});
    return std::exchange(sweep_, {});
}

SweepBuilder::End SweepBuilder::sweep_groups(const Sampling* sampling, std::size_t most_rows,
                                             const Limits& limits) {
    sweep_.layers_.clear();
    sweep_.rows_.clear();
    sweep_.values_.clear();
    sweep_.targets_.clear();
    sweep_.choose_.clear();
    sweep_.counts_ = 0;
    sweep_.possibilities_.clear();
    sweep_.has_safe_group_ = false;
    sweep_.exponent_ = 0;
    End end = End::through;
    if (plan_.words() == 1) {
        end = run(one_word_, sampling, most_rows, limits);
    } else if (plan_.words() <= 4) {
        end = run(four_words_, sampling, most_rows, limits);
    } else {
        end = run(sixteen_words_, sampling, most_rows, limits);
    }
    if (end == End::through) {
        // After the last group no constraint is open, so one state is left.
        const Sweep::Row& last = sweep_.rows_.back();
        sweep_.least_mines_ = last.low;
        sweep_.counts_ = last.length;
    }
    return end;
}

template <std::size_t Words>
SweepBuilder::End SweepBuilder::run(States<Words>& states, const Sampling* sampling, std::size_t most_rows,
                                    const Limits& limits) {
    Poller poller(limits);
    states.here.clear();
    states.here.number({});
    sweep_.rows_.push_back({0, 0, 1, 0, 0, 0});
    values_ = sweep_.values_.add(1);
    *newest() = 1;
    length_ = 1;
    layer_row_ = 0;
    // The values of a sampled sweep grow faster, because kept states also stand for dropped ones.
    const std::uint32_t between_scalings =
        sampling == nullptr ? kCellsBetweenScalings : kCellsBetweenScalings / 8;
    std::uint32_t cells = 0;  // since the last scaling
    for (std::size_t step = 0; step < plan_.steps().size(); ++step) {
        const std::uint32_t size = plan_.steps()[step].size;
        if (cells + size > between_scalings) {
            sweep_.exponent_ += scale_down({newest(), length_});
            cells = 0;
        }
        cells += size;
        add_layer(plan_.steps()[step]);
        if (!branch(states, step, poller, limits)) return End::to_a_dead_end;
        if (sweep_.rows_.size() > most_rows) return End::past_easy;
        accumulate(poller, limits);
        std::swap(states.here, states.next);
        if (sampling != nullptr) thin(states.here, step, *sampling);
    }
    sweep_.layers_.push_back({values_, static_cast<std::uint32_t>(sweep_.rows_.size()), 0, 0, 0});
    return End::through;
}

void SweepBuilder::add_layer(const SweepPlan::Step& step) {
    next_row_ = sweep_.rows_.size();
    layer_target_ = sweep_.targets_.size();
    const auto choose = static_cast<std::uint32_t>(sweep_.choose_.size());
    sweep_.layers_.push_back({values_, static_cast<std::uint32_t>(next_row_), step.group, step.size, choose});
    if (step.size > kLastTableRow) {
        const std::vector<double> row = binomial_row(step.size);
        append(sweep_.choose_, row);
    }
}

// Finds the states of the next layer and the range of mines used in each.
template <std::size_t Words>
bool SweepBuilder::branch(States<Words>& states, std::size_t step, Poller& poller, const Limits& limits) {
    using Key = StateKey<Words>;
    const std::span<const SweepPlan::Field> fields = plan_.fields_of(step);
    Key new_needs{};
    Key one_mine{};
    for (const SweepPlan::Field& field : fields) {
        if (field.opens) new_needs[field.word] |= std::uint64_t{field.need} << field.shift;
        one_mine[field.word] |= std::uint64_t{1} << field.shift;
    }
    states.next.clear();
    const std::vector<Key>& keys = states.here.keys();
    for (std::size_t i = 0; i < keys.size(); ++i) {
        Key key = keys[i];
        for (std::size_t w = 0; w < Words; ++w)
            key[w] |= new_needs[w];
        std::uint32_t most = plan_.steps()[step].size;
        std::uint32_t least = 0;
        for (const SweepPlan::Field& field : fields) {
            const auto need = static_cast<std::uint32_t>((key[field.word] >> field.shift) & field.mask);
            most = std::min(most, need);
            if (need > field.after) least = std::max(least, need - field.after);
        }
        const std::uint32_t branches = least <= most ? most - least + 1 : 0;
        Sweep::Row& row = sweep_.rows_[layer_row_ + i];
        row.first_target = static_cast<std::uint32_t>(sweep_.targets_.size());
        row.least = least;
        row.targets = branches;
        const std::uint32_t low = row.low;
        const std::uint32_t length = row.length;
        for (std::size_t w = 0; w < Words; ++w)
            key[w] -= least * one_mine[w];
        for (std::uint32_t mines = least; mines < least + branches; ++mines) {
            reach(states.next.number(key), low + mines, length);
            for (std::size_t w = 0; w < Words; ++w)
                key[w] -= one_mine[w];
        }
        poller.work(branches);
        constexpr std::size_t kInterval = 256;
        if (i % kInterval == 0 && sweep_.stored_values() > limits.values) throw_budget_exceeded(limits);
    }
    return !states.next.keys().empty();
}

void SweepBuilder::reach(std::uint32_t target, std::uint32_t low, std::uint32_t length) {
    sweep_.targets_.push_back(target);
    if (next_row_ + target == sweep_.rows_.size()) {
        sweep_.rows_.push_back({0, low, length, 0, 0, 0});
        return;
    }
    Sweep::Row& row = sweep_.rows_[next_row_ + target];
    const std::uint32_t end = std::max(row.low + row.length, low + length);
    row.low = std::min(row.low, low);
    row.length = end - row.low;
}

void SweepBuilder::check_budget(std::size_t more, const Limits& limits) const {
    const std::size_t values = sweep_.stored_values() + more;
    if (values > limits.values) throw_budget_exceeded(limits);
    // If the remaining layers are as large as this one, they take many times the budget.
    constexpr std::size_t kHopeless = 16;
    const std::size_t layers_left = plan_.steps().size() - sweep_.layers_.size();
    if (more / kHopeless * layers_left > limits.values) throw_budget_exceeded(limits);
}

// Adds the ways of all transitions into the new layer.
void SweepBuilder::accumulate(Poller& poller, const Limits& limits) {
    const std::span<Sweep::Row> next = std::span(sweep_.rows_).subspan(next_row_);
    std::size_t end = 0;
    for (Sweep::Row& row : next) {
        row.first = static_cast<std::uint32_t>(end);
        end += row.length;
    }
    check_budget(end, limits);
    const ValueBlocks::Place place = sweep_.values_.add(end);
    const double* const here = newest();
    double* const there = sweep_.values_.at(place);
    const double* choose = sweep_.binomials_of(sweep_.layers_.back());
    for (std::size_t r = layer_row_; r < next_row_; ++r) {
        const Sweep::Row& row = sweep_.rows_[r];
        const double* from = here + row.first;
        for (std::uint32_t t = 0; t < row.targets; ++t) {
            const std::uint32_t mines = row.least + t;
            const Sweep::Row& target = next[sweep_.targets_[row.first_target + t]];
            double* to = there + target.first + (row.low + mines - target.low);
            for (std::uint32_t i = 0; i < row.length; ++i)
                to[i] += choose[mines] * from[i];
        }
        poller.work(std::size_t{row.targets} * row.length);
    }
    layer_row_ = next_row_;
    values_ = place;
    length_ = end;
}

// Keeps some states of the newest layer, and of their rows only the part that matters.
template <std::size_t Words>
void SweepBuilder::thin(StateTable<Words>& states, std::size_t step, const Sampling& sampling) {
    weigh_rows(sampling.proposal.odds());
    for (std::size_t i = 0; i < weights_.size(); ++i)
        weights_[i] *= sampling.proposal.promise(step, states.keys()[i].data());
    resampling_.draw(weights_, sampling.states, sampling.random);
    states.keep(resampling_.states);
    keep_rows();
}

// Computes the weight of each state of the newest layer, up to a common factor: its ways, with these odds for
// each mine.
void SweepBuilder::weigh_rows(double odds) {
    // Drops counts at the ends of a row that are less likely than this: they are five standard deviations
    // away.
    constexpr double kNegligible = 1e-7;
    const std::span<Sweep::Row> rows = std::span(sweep_.rows_).subspan(layer_row_);
    std::uint32_t low = UINT32_MAX;
    std::uint32_t end = 0;
    for (const Sweep::Row& row : rows) {
        low = std::min(low, row.low);
        end = std::max(end, row.low + row.length);
    }
    powers_.resize(end - low);
    double power = 1;
    for (double& of_count : powers_) {
        of_count = std::max(power, std::numeric_limits<double>::min());
        power *= odds;
    }
    weights_.clear();
    const double* const values = newest();
    for (Sweep::Row& row : rows) {
        const auto term = [&](std::uint32_t i) { return values[row.first + i] * powers_[row.low - low + i]; };
        double weight = 0;
        for (std::uint32_t i = 0; i < row.length; ++i)
            weight += term(i);
        while (row.length > 1 && term(row.length - 1) < kNegligible * weight)
            --row.length;
        while (row.length > 1 && term(0) < kNegligible * weight) {
            ++row.low;
            ++row.first;
            --row.length;
        }
        weights_.push_back(std::max(weight, std::numeric_limits<double>::min()));
    }
}

void SweepBuilder::keep_rows() {
    new_number_.assign(sweep_.rows_.size() - layer_row_, Sweep::kLeftOut);
    double* const values = newest();
    std::size_t end = 0;
    for (std::uint32_t i = 0; i < resampling_.states.size(); ++i) {
        new_number_[resampling_.states[i]] = i;
        Sweep::Row row = sweep_.rows_[layer_row_ + resampling_.states[i]];
        for (std::uint32_t k = 0; k < row.length; ++k)
            values[end + k] = resampling_.boosts[i] * values[row.first + k];
        row.first = static_cast<std::uint32_t>(end);
        end += row.length;
        sweep_.rows_[layer_row_ + i] = row;
    }
    sweep_.values_.give_back(length_ - end);
    length_ = end;
    sweep_.rows_.resize(layer_row_ + resampling_.states.size());
    for (std::size_t t = layer_target_; t < sweep_.targets_.size(); ++t)
        sweep_.targets_[t] = new_number_[sweep_.targets_[t]];
}

// Goes backward along the transitions that lead to the end.
void SweepBuilder::find_possibilities() {
    sweep_.possibilities_.assign(sweep_.layers_.size() - 1, {});
    alive_.assign(sweep_.rows_.size(), 0);
    alive_.back() = 1;
    const std::uint32_t* const targets = sweep_.targets_.data();
    for (std::size_t layer = sweep_.layers_.size() - 1; layer-- > 0;) {
        const Sweep::Layer& at = sweep_.layers_[layer];
        const std::uint8_t* const next_alive = alive_.data() + at.rows_end;
        Possibilities possible;
        const std::uint32_t first = layer == 0 ? 0 : sweep_.layers_[layer - 1].rows_end;
        for (std::uint32_t r = first; r < at.rows_end; ++r) {
            const Sweep::Row& row = sweep_.rows_[r];
            bool alive = false;
            for (std::uint32_t t = 0; t < row.targets; ++t) {
                const bool leads_on = next_alive[targets[row.first_target + t]] != 0;
                alive |= leads_on;
                possible.mine |= leads_on & (row.least + t > 0);
                possible.safe |= leads_on & (row.least + t < at.size);
            }
            alive_[r] = static_cast<std::uint8_t>(alive);
        }
        sweep_.possibilities_[at.group] = possible;
    }
    sweep_.find_safe_group();
}

namespace {

// The size of a neighbourhood: a number and the eight around it on a grid.
constexpr std::size_t kConstraints = 9;

// A neighbourhood that needs more stored values is skipped.
constexpr std::size_t kLocalValues = std::size_t{1} << 16;

// Proves what it can about a component that is too large to count, by counting every neighbourhood of a few
// constraints by itself. What a neighbourhood forbids, the whole component forbids, too. Returns an uncounted
// sweep, or an impossible one if a neighbourhood contradicts itself. May throw whatever the limits' poll
// throws.
std::shared_ptr<const Sweep> prove_locally(const Component& component, SweepBuilder& build,
                                           const Limits& limits) {
    const Limits local{std::min(kLocalValues, limits.values), limits.poll, false};
    std::vector<Possibilities> possible(component.groups(), {true, true});
    Neighbourhoods neighbourhoods(component);
    std::vector<std::uint32_t> needs(component.needs.size(), kNoNeed);
    std::vector<std::uint32_t> groups;
    for (std::uint32_t c = 0; c < component.needs.size(); ++c) {
        if (limits.poll) limits.poll();
        groups.clear();
        const std::vector<std::uint32_t>& near = neighbourhoods.around(c, kConstraints);
        for (std::uint32_t other : near) {
            needs[other] = component.needs[other];
            const std::span<const std::uint32_t> of_other = neighbourhoods.groups_of(other);
            append(groups, of_other);
        }
        sort_and_drop_repeats(groups);
        try {
            const std::shared_ptr<const Sweep> sweep = build(part_of(component, groups, needs), local);
            if (!sweep->possible()) return sweep;
            for (std::size_t i = 0; i < groups.size(); ++i) {
                possible[groups[i]].mine &= sweep->possibilities()[i].mine;
                possible[groups[i]].safe &= sweep->possibilities()[i].safe;
            }
        } catch (const BudgetExceeded&) {
        }
        for (std::uint32_t other : near)
            needs[other] = kNoNeed;
    }
    return std::make_shared<const Sweep>(Sweep::without_count(component, std::move(possible)));
}

// The cache takes 8 MB. A component of a typical game has far fewer than a thousand values, and a larger
// cache has hardly more hits.
constexpr std::size_t kMostValues = std::size_t{1} << 20;

// A component with more groups than this is too large for an estimate to be worth anything.
constexpr std::size_t kMostGroups = 20000;

}  // namespace

std::size_t SweepCache::Hash::operator()(const Key& key) const {
    return hash_of(key);
}

std::shared_ptr<const Sweep> SweepCache::count(const Component& component, const Limits& limits) {
    try {
        return build_(component, limits);
    } catch (const BudgetExceeded&) {
        if (!limits.estimate || component.groups() > kMostGroups) throw;
    }
    return prove_locally(component, build_, limits);
}

std::shared_ptr<const Sweep> SweepCache::find(const Component& component, const Limits& limits) {
    poll_(limits);
    key_.clear();
    key_.push_back(static_cast<std::uint32_t>(component.groups()));
    for (const auto* numbers :
         {&component.group_sizes, &component.constraint_ends, &component.constraints, &component.needs})
        key_.insert(key_.end(), numbers->begin(), numbers->end());
    const auto entry = sweeps_.find(key_);
    if (entry != sweeps_.end()) return entry->second;
    std::shared_ptr<const Sweep> sweep = count(component, limits);
    // It seldom forgets, and then everything, which is simple. Components in use come back at their first
    // miss.
    if (values_ + sweep->stored_values() > kMostValues) {
        sweeps_.clear();
        values_ = 0;
    }
    values_ += sweep->stored_values();
    sweeps_.emplace(key_, sweep);
    return sweep;
}

}  // namespace sapper

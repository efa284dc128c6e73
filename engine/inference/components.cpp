#include "inference/components.hpp"

#include <algorithm>
#include <numeric>

namespace sapper {

namespace {

constexpr std::uint32_t kSeen = 1;
constexpr std::uint32_t kFirstConstraint = 2;

// Units of work that looking around a cell stands for.
constexpr std::size_t kPerCell = 8;

}  // namespace

ComponentFinder::ComponentFinder(const Topology& topology) : local_(topology.size(), 0) {}

bool ComponentFinder::find(const Constraints& constraints, Cell start, Component& component,
                           Placement& placement, const Limits& limits) {
    Poller poller(limits);
    component.clear();
    try {
        collect(constraints, start, poller);
        const bool agree = number_constraints(constraints, component, poller);
        group(constraints.topology(), component, placement, poller);
        forget();
        return agree;
    } catch (...) {
        forget();
        throw;
    }
}

void ComponentFinder::forget() {
    for (Cell cell : cells_)
        local_[cell] = 0;
    for (Cell number : numbers_)
        local_[number] = 0;
}

// Everything that hangs together with `start`, both kinds in ascending order.
void ComponentFinder::collect(const Constraints& constraints, Cell start, Poller& poller) {
    const Topology& topology = constraints.topology();
    const auto see = [this](Cell cell, bool wanted) {
        const bool fresh = wanted & (local_[cell] == 0);
        local_[cell] |= static_cast<std::uint32_t>(wanted);
        return fresh;
    };
    cells_.clear();
    cells_.add(start);
    numbers_.clear();
    local_[start] = kSeen;
    for (std::size_t cell = 0, number = 0; cell < cells_.size(); ++cell) {
        numbers_.add_around(topology, cells_[cell],
                            [&](Cell other) { return see(other, constraints.live(other)); });
        for (; number < numbers_.size(); ++number) {
            cells_.add_around(topology, numbers_[number],
                              [&](Cell other) { return see(other, constraints.undecided(other)); });
        }
        poller.work(kPerCell);
    }
    poller.work(cells_.size());
    cells_.sort();
    poller.work(cells_.size());
    numbers_.sort();
}

// Tells in local_ which constraint a number stands for, but for those over the same cells as an earlier one.
bool ComponentFinder::number_constraints(const Constraints& constraints, Component& component,
                                         Poller& poller) {
    covered_.clear();
    covered_ends_.clear();
    for (Cell number : numbers_) {
        covered_.add_around(constraints.topology(), number,
                            [&](Cell cell) { return constraints.undecided(cell); });
        covered_ends_.push_back(static_cast<std::uint32_t>(covered_.size()));
        poller.work(kPerCell);
    }
    classes_.find({covered_.begin(), covered_.size()}, covered_ends_);
    poller.work(covered_.size());
    bool agree = true;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
        const std::uint32_t constraint = classes_.class_of(i);
        const auto need = static_cast<std::uint32_t>(constraints.need(numbers_[i]));
        if (constraint < component.needs.size()) {
            agree &= component.needs[constraint] == need;
        } else {
            component.needs.push_back(need);
            local_[numbers_[i]] = kFirstConstraint + constraint;
        }
    }
    return agree;
}

void ComponentFinder::group(const Topology& topology, Component& component, Placement& placement,
                            Poller& poller) {
    signatures_.clear();
    signature_ends_.clear();
    for (Cell cell : cells_) {
        around_.clear();
        around_.add_around(topology, cell, [this](Cell other) { return local_[other] >= kFirstConstraint; });
        for (Cell number : around_)
            signatures_.push_back(local_[number] - kFirstConstraint);
        signature_ends_.push_back(static_cast<std::uint32_t>(signatures_.size()));
        poller.work(kPerCell);
    }
    const std::uint32_t groups = classes_.find(signatures_, signature_ends_);
    poller.work(signatures_.size());

    component.group_sizes.assign(groups, 0);
    for (std::size_t i = 0; i < cells_.size(); ++i)
        ++component.group_sizes[classes_.class_of(i)];
    placement.group_ends.resize(groups);
    std::exclusive_scan(component.group_sizes.begin(), component.group_sizes.end(),
                        placement.group_ends.begin(), 0U);
    placement.cells.resize(cells_.size());
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        const std::uint32_t g = classes_.class_of(i);
        if (g == component.constraint_ends.size()) {  // the first cell of its group
            const std::span<const std::uint32_t> signature = list_at(signatures_, signature_ends_, i);
            component.constraints.insert(component.constraints.end(), signature.begin(), signature.end());
            component.constraint_ends.push_back(static_cast<std::uint32_t>(component.constraints.size()));
        }
        placement.cells[placement.group_ends[g]++] = cells_[i];  // leaves group_ends where each group ends
    }
}

}  // namespace sapper

#include "inference/components.hpp"

#include <algorithm>
#include <array>

#include "util/bits.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t kVisited = 1;
constexpr std::uint32_t kFirstConstraint = 2;

// Units of work for looking around a cell.
constexpr std::size_t kPerCell = 8;

// Sorts cells that are all different. On boards of usual size they lie close together. Then a bit set sorts
// them, which avoids comparisons with unpredictable results.
void sort(CellList& cells) {
    constexpr Cell kBits = 64;
    std::array<std::uint64_t, 16> bits;
    Cell least = kNoCell;
    Cell most = 0;
    for (Cell cell : cells) {
        least = std::min(least, cell);
        most = std::max(most, cell);
    }
    if (cells.empty() || (most - least) / kBits >= bits.size()) return cells.sort();
    const std::size_t words = (most - least) / kBits + 1;
    std::fill_n(bits.begin(), words, 0);
    for (Cell cell : cells)
        bits[(cell - least) / kBits] |= std::uint64_t{1} << ((cell - least) % kBits);
    std::size_t at = 0;
    for (std::size_t word = 0; word < words; ++word) {
        const Cell first = least + static_cast<Cell>(word) * kBits;
        for_each_bit(bits[word], [&](std::uint32_t bit) { cells[at++] = first + bit; });
    }
}

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

// Collects everything connected with `start`: cells and numbers, each in ascending order.
void ComponentFinder::collect(const Constraints& constraints, Cell start, Poller& poller) {
    const Topology& topology = constraints.topology();
    const auto visit = [this](Cell cell, bool belongs) {
        const bool fresh = belongs & (local_[cell] == 0);
        local_[cell] |= static_cast<std::uint32_t>(belongs);
        return fresh;
    };
    cells_.clear();
    cells_.add(start);
    numbers_.clear();
    local_[start] = kVisited;
    for (std::size_t cell = 0, number = 0; cell < cells_.size(); ++cell) {
        numbers_.add_around(topology, cells_[cell],
                            [&](Cell other) { return visit(other, constraints.live(other)); });
        for (; number < numbers_.size(); ++number) {
            cells_.add_around(topology, numbers_[number],
                              [&](Cell other) { return visit(other, constraints.undecided(other)); });
        }
        poller.work(kPerCell);
    }
    poller.work(cells_.size());
    sort(cells_);
    poller.work(cells_.size());
    sort(numbers_);
}

// Stores the constraint of each number in local_. A number over the same cells as an earlier one gets no
// constraint of its own. Returns false if two such numbers disagree.
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
    classes_.find(covered_ends_.size(),
                  [this](std::size_t i) { return list_at(covered_, covered_ends_, i); });
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
        std::uint32_t* end = signatures_.room(topology.degree(cell));
        each_neighbour(topology, cell, [&](Cell other) {
            *end = local_[other] - kFirstConstraint;
            end += local_[other] >= kFirstConstraint;
        });
        signatures_.end_at(end);
        signature_ends_.push_back(static_cast<std::uint32_t>(signatures_.size()));
        poller.work(kPerCell);
    }
    const auto signature_of = [this](std::size_t i) { return list_at(signatures_, signature_ends_, i); };
    const std::uint32_t groups = classes_.find(signature_ends_.size(), signature_of);
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
            const auto signature = signature_of(i);
            append(component.constraints, signature);
            component.constraint_ends.push_back(static_cast<std::uint32_t>(component.constraints.size()));
        }
        // Afterwards group_ends is where each group ends.
        placement.cells[placement.group_ends[g]++] = cells_[i];
    }
}

Neighbourhoods::Neighbourhoods(const Component& component)
    : component_(component), is_visited_(component.needs.size(), false) {
    groups_of_.make(component);
}

const std::vector<std::uint32_t>& Neighbourhoods::around(std::uint32_t constraint, std::size_t most) {
    near_.assign(1, constraint);
    is_visited_[constraint] = true;
    for (std::size_t next = 0; next < near_.size() && near_.size() < most; ++next) {
        for (std::uint32_t g : groups_of(near_[next])) {
            for (std::uint32_t c : component_.constraints_of(g)) {
                if (is_visited_[c] || near_.size() == most) continue;
                is_visited_[c] = true;
                near_.push_back(c);
            }
        }
    }
    for (std::uint32_t c : near_)
        is_visited_[c] = false;
    return near_;
}

Component part_of(const Component& component, std::span<const std::uint32_t> groups,
                  std::span<const std::uint32_t> needs) {
    Component part;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t g : groups) {
        for (std::uint32_t c : component.constraints_of(g)) {
            if (needs[c] != kNoNeed) numbers.push_back(c);
        }
    }
    sort_and_drop_repeats(numbers);
    for (std::uint32_t c : numbers)
        part.needs.push_back(needs[c]);
    for (std::uint32_t g : groups) {
        part.group_sizes.push_back(component.group_sizes[g]);
        for (std::uint32_t c : component.constraints_of(g)) {
            const auto at = std::ranges::lower_bound(numbers, c);
            if (needs[c] != kNoNeed)
                part.constraints.push_back(static_cast<std::uint32_t>(at - numbers.begin()));
        }
        part.constraint_ends.push_back(static_cast<std::uint32_t>(part.constraints.size()));
    }
    return part;
}

}  // namespace sapper

#include "inference/components.hpp"

#include <algorithm>
#include <numeric>

namespace sapper {

ComponentFinder::ComponentFinder(const Topology& topology) : local_(topology.size(), 0) {}

bool ComponentFinder::find(const Constraints& constraints, Cell start, Component& component,
                           Placement& placement) {
    component.clear();
    collect(constraints, start);
    group(constraints, component, placement);
    for (Cell cell : cells_)
        local_[cell] = 0;
    for (Cell number : numbers_)
        local_[number] = 0;
    return merge_equal_constraints(component);
}

// Everything that hangs together with `start`, both kinds in ascending order.
void ComponentFinder::collect(const Constraints& constraints, Cell start) {
    const Topology& topology = constraints.topology();
    cells_.assign(1, start);
    numbers_.clear();
    local_[start] = 1;
    for (std::size_t next = 0; next < cells_.size(); ++next) {
        each_neighbour(topology, cells_[next], [&](Cell number) {
            if (local_[number] != 0 || !constraints.live(number)) return;
            local_[number] = 1;
            numbers_.push_back(number);
            each_neighbour(topology, number, [&](Cell cell) {
                if (local_[cell] != 0 || !constraints.undecided(cell)) return;
                local_[cell] = 1;
                cells_.push_back(cell);
            });
        });
    }
    std::ranges::sort(cells_);
    std::ranges::sort(numbers_);
    for (std::size_t i = 0; i < numbers_.size(); ++i)
        local_[numbers_[i]] = static_cast<std::uint32_t>(i + 1);
}

void ComponentFinder::group(const Constraints& constraints, Component& component, Placement& placement) {
    const Topology& topology = constraints.topology();
    signatures_.clear();
    signature_ends_.clear();
    for (Cell cell : cells_) {
        each_neighbour(topology, cell, [&](Cell number) {
            if (constraints.live(number)) signatures_.push_back(local_[number] - 1);
        });
        signature_ends_.push_back(static_cast<std::uint32_t>(signatures_.size()));
    }
    const std::uint32_t groups = classes_.find(signatures_, signature_ends_);

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
    for (Cell number : numbers_) {
        component.needs.push_back(static_cast<std::uint32_t>(constraints.need(number)));
    }
}

// A hash of the groups under each constraint tells, nearly always, that no two are equal. Equal ones come
// under the same groups, so only constraints that meet in a group are compared.
bool ComponentFinder::has_equal_constraints(const Component& component) {
    hashes_.assign(component.needs.size(), 0);
    std::uint64_t of_group = 1;
    for (std::size_t g = 0; g < component.groups(); ++g) {
        of_group = of_group * 0x9e3779b97f4a7c15ULL + 0xd1b54a32d192ed03ULL;
        for (std::uint32_t c : component.constraints_of(g))
            hashes_[c] += of_group ^ (of_group >> 29);
    }
    for (std::size_t g = 0; g < component.groups(); ++g) {
        const std::span<const std::uint32_t> meeting = component.constraints_of(g);
        for (std::size_t i = 1; i < meeting.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (hashes_[meeting[i]] == hashes_[meeting[j]]) return true;
            }
        }
    }
    return false;
}

bool ComponentFinder::merge_equal_constraints(Component& component) {
    if (!has_equal_constraints(component)) return true;
    const std::size_t count = component.needs.size();
    groups_of_.make(component);
    const std::uint32_t distinct = classes_.find(groups_of_.groups(), groups_of_.ends());
    if (distinct == count) return true;

    std::vector<std::uint32_t> needs(distinct, UINT32_MAX);
    for (std::size_t c = 0; c < count; ++c) {
        std::uint32_t& need = needs[classes_.class_of(c)];
        if (need != UINT32_MAX && need != component.needs[c]) return false;
        need = component.needs[c];
    }
    component.needs = std::move(needs);
    std::vector<std::uint32_t> kept;
    std::vector<std::uint32_t> kept_ends;
    for (std::size_t g = 0; g < component.groups(); ++g) {
        const auto first = static_cast<std::ptrdiff_t>(kept.size());
        for (std::uint32_t c : component.constraints_of(g))
            kept.push_back(classes_.class_of(c));
        std::sort(kept.begin() + first, kept.end());
        kept.erase(std::unique(kept.begin() + first, kept.end()), kept.end());
        kept_ends.push_back(static_cast<std::uint32_t>(kept.size()));
    }
    component.constraint_ends = std::move(kept_ends);
    component.constraints = std::move(kept);
    return true;
}

}  // namespace sapper

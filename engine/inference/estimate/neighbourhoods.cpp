#include "inference/estimate/neighbourhoods.hpp"

#include <algorithm>

#include "util/lists.hpp"

namespace sapper {

Neighbourhoods::Neighbourhoods(const Component& component)
    : component_(component), seen_(component.needs.size(), false) {
    groups_of_.make(component);
}

const std::vector<std::uint32_t>& Neighbourhoods::around(std::uint32_t constraint, std::size_t most) {
    found_.assign(1, constraint);
    seen_[constraint] = true;
    for (std::size_t next = 0; next < found_.size() && found_.size() < most; ++next) {
        for (std::uint32_t g : groups_of(found_[next])) {
            for (std::uint32_t c : component_.constraints_of(g)) {
                if (seen_[c] || found_.size() == most) continue;
                seen_[c] = true;
                found_.push_back(c);
            }
        }
    }
    for (std::uint32_t c : found_)
        seen_[c] = false;
    return found_;
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
    sort_and_drop_repeated(numbers);
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

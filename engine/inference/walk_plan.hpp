// How a component is walked: the groups in order, and for each the fields of the state it reads and changes.
// A state holds what every open constraint still needs, packed into fields of 64-bit words; a field is given
// to a constraint when its first group comes and is free again, and zero, after its last.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/component.hpp"

namespace sapper {

struct WalkPlan {
    struct Field {
        std::uint32_t word;
        std::uint32_t shift;
        std::uint64_t mask;   // unshifted
        std::uint32_t need;   // of the whole constraint
        std::uint32_t after;  // cells of the constraint that come after this group
        bool opens;           // this is the constraint's first group
    };
    struct Step {
        std::uint32_t group;
        std::uint32_t size;
        std::uint32_t fields_end;
    };

    explicit WalkPlan(const Component& component);

    std::span<const Field> fields_of(std::size_t step) const {
        const std::uint32_t first = step == 0 ? 0 : steps[step - 1].fields_end;
        return std::span(fields).subspan(first, steps[step].fields_end - first);
    }

    std::vector<Step> steps;
    std::vector<Field> fields;
    std::size_t words = 1;  // of a packed state
};

}  // namespace sapper

#include "deduction/clues.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace sapper {

FoundCells::FoundCells(std::size_t cells, std::span<const Deduction> deductions)
    : sources_(cells, std::numeric_limits<std::uint32_t>::max()), mines_(cells, false) {
    for (std::size_t i = 0; i < deductions.size(); ++i) {
        for (const Claim claim : deductions[i].claims) {
            sources_[claim.cell] = static_cast<std::uint32_t>(i);
            mines_[claim.cell] = claim.mine;
        }
    }
}

std::int64_t KnownCells::mines() const {
    std::int64_t mines = 0;
    for (const Deduction& each : before_)
        mines += std::ranges::count(each.claims, true, &Claim::mine);
    return mines;
}

Cells both(const Cells& one, const Cells& other) {
    Cells cells;
    std::ranges::set_intersection(one, other, std::back_inserter(cells));
    return cells;
}

Cells either(const Cells& one, const Cells& other) {
    Cells cells;
    std::ranges::set_union(one, other, std::back_inserter(cells));
    return cells;
}

Cells without(const Cells& one, const Cells& other) {
    Cells cells;
    std::ranges::set_difference(one, other, std::back_inserter(cells));
    return cells;
}

}  // namespace sapper

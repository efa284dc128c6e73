#include "knowledge/clues.hpp"

#include <algorithm>
#include <iterator>

namespace sapper {

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

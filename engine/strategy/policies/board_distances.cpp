#include "strategy/policies/board_distances.hpp"

#include <algorithm>

namespace sapper {

Borders::Borders(const Topology& topology) {
    const bool has_edges = topology.kind() != Topology::Kind::graph && !topology.wraps();
    if (has_edges) shape_ = topology.shape();
}

// Calls visit(to the nearer border, to the middle in half cells) for each axis.
template <typename Visit>
void Borders::for_each_axis(Cell cell, Visit visit) const {
    std::size_t rest = cell;
    for (std::size_t axis = shape_.size(); axis-- > 0;) {
        const std::size_t at = rest % shape_[axis];
        rest /= shape_[axis];
        const std::size_t last = shape_[axis] - 1;
        visit(std::min(at, last - at), 2 * at > last ? 2 * at - last : last - 2 * at);
    }
}

bool Borders::is_edge(Cell cell, std::uint32_t depth) const {
    return exist() && from_edge(cell) < depth;
}

bool Borders::is_corner(Cell cell, std::uint32_t depth) const {
    bool all = exist();
    for_each_axis(cell, [&](std::size_t border, std::size_t) { all = all && border < depth; });
    return all;
}

std::uint64_t Borders::from_edge(Cell cell) const {
    std::uint64_t nearest = exist() ? UINT64_MAX : 0;
    for_each_axis(
        cell, [&](std::size_t border, std::size_t) { nearest = std::min<std::uint64_t>(nearest, border); });
    return nearest;
}

std::uint64_t Borders::from_corner(Cell cell) const {
    std::uint64_t sum = 0;
    for_each_axis(cell, [&](std::size_t border, std::size_t) { sum += border; });
    return sum;
}

std::uint64_t Borders::from_centre(Cell cell) const {
    std::uint64_t sum = 0;
    for_each_axis(cell, [&](std::size_t, std::size_t middle) { sum += middle; });
    return sum;
}

}  // namespace sapper

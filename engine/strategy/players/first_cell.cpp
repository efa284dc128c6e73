#include "strategy/players/first_cell.hpp"

#include <algorithm>

#include "strategy/policies/borders.hpp"

namespace sapper {

namespace {

// The cell that many steps from the first cell along every axis, but never past the middle.
Cell inward(const Topology& topology, std::size_t steps) {
    std::size_t cell = 0;
    for (std::size_t extent : topology.shape())
        cell = cell * extent + std::min(steps, (extent - 1) / 2);
    return static_cast<Cell>(cell);
}

}  // namespace

Cell good_first_cell(const Topology& topology, std::uint32_t mines, FirstClick first_click) {
    constexpr std::size_t kIntermediate = 256;
    if (first_click != FirstClick::opening || !Borders(topology).exist()) return 0;
    const Cell inner = inward(topology, topology.size() > kIntermediate ? 3 : 2);
    return has_room_for_opening(topology, mines, inner) ? inner : 0;
}

Cell middle_cell(const Topology& topology) {
    return Borders(topology).exist() ? inward(topology, SIZE_MAX) : 0;
}

Cell cell_at(const Topology& topology, std::uint32_t mines, FirstClick first_click, std::size_t row,
             std::size_t column) {
    const std::vector<std::size_t>& shape = topology.shape();
    const bool fits =
        topology.kind() != Topology::Kind::graph && shape.size() == 2 && row < shape[0] && column < shape[1];
    return fits ? static_cast<Cell>(row * shape[1] + column) : good_first_cell(topology, mines, first_click);
}

}  // namespace sapper

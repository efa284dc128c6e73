#include "inference/pairs.hpp"

#include <algorithm>

namespace sapper {

namespace {

bool are_neighbours(const Topology& topology, Cell a, Cell b) {
    const Topology::Neighbours around = topology.neighbours(a);
    return std::ranges::find(around, b) != around.end();
}

// The undecided cells of one number that another does not have.
void add_only(const Constraints& constraints, Cell of, Cell without, std::vector<Cell>& cells) {
    const Topology& topology = constraints.topology();
    for (Cell cell : topology.neighbours(of)) {
        if (constraints.undecided(cell) && !are_neighbours(topology, without, cell)) cells.push_back(cell);
    }
}

}  // namespace

void Pairs::find_safe(const Constraints& constraints, Cell number, std::vector<Cell>& safe) {
    const Topology& topology = constraints.topology();
    covered_.clear();
    covered_.add_around(topology, number, [&](Cell cell) { return constraints.undecided(cell); });
    others_.clear();
    for (Cell covered : covered_) {
        others_.add_around(topology, covered, [&](Cell other) {
            const bool live = constraints.live(other);
            const bool first = shared_[other] == 0;
            shared_[other] = static_cast<std::uint16_t>(shared_[other] + live);
            return live & first;
        });
    }
    const std::int32_t need = constraints.need(number);
    const std::int32_t undecided = constraints.undecided_around(number);
    for (Cell other : others_) {
        const std::int32_t more = constraints.need(other) - need;
        const std::int32_t only_other = constraints.undecided_around(other) - shared_[other];
        const std::int32_t only_this = undecided - shared_[other];
        shared_[other] = 0;
        if ((more == only_other) & (only_this > 0)) add_only(constraints, number, other, safe);
        if ((-more == only_this) & (only_other > 0)) add_only(constraints, other, number, safe);
    }
}

}  // namespace sapper

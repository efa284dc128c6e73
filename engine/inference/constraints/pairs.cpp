#include "inference/constraints/pairs.hpp"

namespace sapper {

namespace {

// Adds the undecided cells around `of` that are not around `without`.
void add_only(const Constraints& constraints, Cell of, Cell without, std::vector<Cell>& cells) {
    const Topology& topology = constraints.topology();
    for (Cell cell : topology.neighbours(of)) {
        if (constraints.undecided(cell) && !topology.touch(without, cell)) cells.push_back(cell);
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
    const std::size_t first = safe.size();
    const std::int32_t mines = constraints.need(number);
    const std::int32_t safe_cells = constraints.safe_need(number);
    for (Cell other : others_) {
        const std::int32_t shared = shared_[other];
        shared_[other] = 0;
        // The cells that only one number has are all mines, so those that only the other has are safe.
        const std::int32_t other_mines = constraints.need(other);
        const std::int32_t other_safe = constraints.safe_need(other);
        const bool other_is_mined = shared == mines + other_safe;
        const bool this_is_mined = shared == other_mines + safe_cells;
        if (other_is_mined & (shared < mines + safe_cells)) add_only(constraints, number, other, safe);
        if (this_is_mined & (shared < other_mines + other_safe)) add_only(constraints, other, number, safe);
    }
    drop_repeated(safe, first);
}

// Several pairs may prove the same cell safe. Marks cells in shared_, which is all zero before and after.
void Pairs::drop_repeated(std::vector<Cell>& cells, std::size_t first) {
    std::size_t kept = first;
    for (std::size_t i = first; i < cells.size(); ++i) {
        const Cell cell = cells[i];
        if (shared_[cell] != 0) continue;
        shared_[cell] = 1;
        cells[kept++] = cell;
    }
    cells.resize(kept);
    for (std::size_t i = first; i < kept; ++i)
        shared_[cells[i]] = 0;
}

}  // namespace sapper

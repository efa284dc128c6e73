#include "minefields/twins.hpp"

#include <algorithm>

#include "minefields/scan.hpp"

namespace sapper {

namespace {

// How many cells touch `of` and neither are nor touch `other`.
std::uint16_t count_only(const Topology& topology, Cell of, Cell other) {
    std::uint16_t count = 0;
    for (Cell cell : topology.neighbours(of))
        count += cell != other && !topology.touch(cell, other);
    return count;
}

}  // namespace

bool TwinFinder::pays(const Topology& topology) {
    constexpr std::size_t kMostCells = std::size_t{1} << 14;
    constexpr std::size_t kMostNeighbours = 8;
    return topology.size() <= kMostCells && topology.max_degree() <= kMostNeighbours;
}

TwinFinder::TwinFinder(std::shared_ptr<const Topology> topology) : topology_(std::move(topology)) {
    const auto size = static_cast<Cell>(topology_->size());
    for (Cell cell = 0; cell < size; ++cell) {
        first_.push_back(neighbours_.size());
        std::uint16_t least = UINT16_MAX;
        for (Cell other : topology_->neighbours(cell)) {
            neighbours_.push_back(other);
            only_.push_back(count_only(*topology_, cell, other));
            reverse_.push_back(count_only(*topology_, other, cell));
            least = std::min(least, only_.back());
        }
        least_.push_back(least);
    }
    first_.push_back(neighbours_.size());
}

bool TwinFinder::find(std::span<const std::uint8_t> mined, std::span<const Mark> around, Cell start) const {
    for (std::size_t at = 0; (at = find_byte(mined, 1, at)) < mined.size(); ++at) {
        if (around[at] < least_[at]) continue;
        for (std::size_t place = first_[at]; place < first_[at + 1]; ++place) {
            const Cell other = neighbours_[place];
            if (other != start && is_twin(mined, around, static_cast<Cell>(at), place)) return true;
        }
    }
    return false;
}

// The number of mines around rules out nearly all pairs before any cell is examined.
bool TwinFinder::is_twin(std::span<const std::uint8_t> mined, std::span<const Mark> around, Cell mine,
                         std::size_t place) const {
    const Cell other = neighbours_[place];
    if (mined[other] != 0 || around[mine] < only_[place] || around[other] <= reverse_[place]) return false;
    return all_mined_but_near(mined, mine, other) && all_mined_but_near(mined, other, mine);
}

bool TwinFinder::all_mined_but_near(std::span<const std::uint8_t> mined, Cell of, Cell other) const {
    for (Cell cell : topology_->neighbours(of)) {
        if (mined[cell] == 0 && cell != other && !topology_->touch(cell, other)) return false;
    }
    return true;
}

}  // namespace sapper

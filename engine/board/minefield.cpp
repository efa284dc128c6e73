#include "board/minefield.hpp"

#include <numeric>
#include <utility>

#include "util/lists.hpp"

namespace sapper {

namespace {

constexpr std::uint8_t kFree = 0;
constexpr std::uint8_t kMine = 1;
constexpr std::uint8_t kProtected = 2;  // only while mines are drawn

// Larger boards release the buffer afterwards. It would take four bytes a cell for the whole game, and to
// allocate it again costs little beside drawing.
constexpr std::size_t kLargestBuffer = std::size_t{1} << 16;

}  // namespace

Minefield::Minefield(std::vector<std::uint8_t> mine_bytes) : mine_bytes_(std::move(mine_bytes)) {
    for (std::uint8_t& cell : mine_bytes_) {
        cell = cell != 0 ? kMine : kFree;
        count_ += cell;
    }
}

void MinefieldDraw::operator()(Minefield& minefield, const Topology& topology, std::uint32_t mines,
                               FirstClick rule, Cell first_click, std::uint64_t seed, std::uint64_t game,
                               const std::function<void()>& poll) {
    const std::size_t size = topology.size();
    minefield.mine_bytes_.assign(size, kFree);
    minefield.count_ = mines;
    order_.resize(size);
    std::iota(order_.begin(), order_.end(), Cell{0});
    protect(minefield, topology, rule, first_click);
    const std::uint32_t missing =
        mine_unprotected(minefield, mines, Random(seed, game, Stream::minefield), poll);
    mine_protected(minefield, first_click, missing);
    if (size > kLargestBuffer) order_ = {};
}

void MinefieldDraw::protect(Minefield& minefield, const Topology& topology, FirstClick rule,
                            Cell first_click) {
    protected_cells_.clear();
    if (rule != FirstClick::any) protected_cells_.push_back(first_click);
    if (rule == FirstClick::opening) {
        const Topology::Neighbours around = topology.neighbours(first_click);
        append(protected_cells_, around);
    }
    for (Cell cell : protected_cells_)
        minefield.mine_bytes_[cell] = kProtected;
}

// Shuffles by Fisher and Yates, only as far as needed. Returns the number of mines that are left for
// protected cells.
std::uint32_t MinefieldDraw::mine_unprotected(Minefield& minefield, std::uint32_t mines, Random random,
                                              const std::function<void()>& poll) {
    constexpr Cell kInterval = Cell{1} << 16;
    const auto size = static_cast<Cell>(order_.size());
    postponed_cells_.clear();
    for (Cell i = 0; i < size && mines > 0; ++i) {
        if (i % kInterval == 0 && poll) poll();
        std::swap(order_[i], order_[i + random.below(size - i)]);
        const Cell cell = order_[i];
        if (minefield.mine_bytes_[cell] == kProtected) {
            postponed_cells_.push_back(cell);
        } else {
            minefield.mine_bytes_[cell] = kMine;
            --mines;
        }
    }
    return mines;
}

// If mines are left, the permutation went over all cells, so all protected cells are in postponed_.
void MinefieldDraw::mine_protected(Minefield& minefield, Cell first_click, std::uint32_t mines) {
    for (Cell cell : protected_cells_)
        minefield.mine_bytes_[cell] = kFree;
    for (Cell cell : postponed_cells_) {
        if (mines == 0) return;
        if (cell == first_click) continue;
        minefield.mine_bytes_[cell] = kMine;
        --mines;
    }
    if (mines > 0) minefield.mine_bytes_[first_click] = kMine;
}

}  // namespace sapper

#include "board/minefield.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sapper {

namespace {

constexpr std::uint8_t kFree = 0;
constexpr std::uint8_t kMine = 1;
constexpr std::uint8_t kProtected = 2;  // while drawing only

// Boards above this give their buffer back: it would hold four bytes a cell all through the game, and
// allocating it anew is nothing beside the work of drawing so large a board.
constexpr std::size_t kLargestKept = std::size_t{1} << 16;

}  // namespace

Minefield::Minefield(std::vector<std::uint8_t> mined) : mined_(std::move(mined)) {
    for (std::uint8_t& cell : mined_) {
        cell = cell != 0 ? kMine : kFree;
        count_ += cell;
    }
}

void MinefieldDraw::protect(Minefield& minefield, const Topology& topology, FirstClick rule,
                            Cell first_click) {
    if (rule == FirstClick::any) return;
    minefield.mined_[first_click] = kProtected;
    if (rule == FirstClick::safe) return;
    for (Cell cell : topology.neighbours(first_click))
        minefield.mined_[cell] = kProtected;
}

void MinefieldDraw::operator()(Minefield& minefield, const Topology& topology, std::uint32_t mines,
                               FirstClick rule, Cell first_click, std::uint64_t seed, std::uint64_t game) {
    const auto size = static_cast<Cell>(topology.size());
    std::vector<std::uint8_t>& mined = minefield.mined_;
    mined.assign(size, kFree);
    minefield.count_ = mines;
    protect(minefield, topology, rule, first_click);
    order_.resize(size);
    std::iota(order_.begin(), order_.end(), Cell{0});
    protected_.clear();

    Random random(seed, game, Stream::minefield);
    std::uint32_t missing = mines;
    for (Cell i = 0; i < size && missing > 0; ++i) {  // Fisher-Yates, no further than needed
        std::swap(order_[i], order_[i + random.below(size - i)]);
        const Cell cell = order_[i];
        if (mined[cell] == kProtected) {
            protected_.push_back(cell);
        } else {
            mined[cell] = kMine;
            --missing;
        }
    }
    if (rule != FirstClick::any) {
        mined[first_click] = kFree;
        for (Cell cell : topology.neighbours(first_click)) {
            if (mined[cell] == kProtected) mined[cell] = kFree;
        }
    }
    // More mines than the other cells could take: the whole permutation was drawn.
    for (Cell cell : protected_) {
        if (missing == 0) break;
        if (cell == first_click) continue;
        mined[cell] = kMine;
        --missing;
    }
    if (missing > 0) mined[first_click] = kMine;
    if (size > kLargestKept) order_ = {};
}

}  // namespace sapper

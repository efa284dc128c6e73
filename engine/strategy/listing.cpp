#include "strategy/listing.hpp"

#include <algorithm>
#include <bit>

namespace sapper {

namespace {

// Placements tried for every configuration wanted. Cells under the same number follow each other, so that
// wrong turns are short.
constexpr std::size_t kStepsEach = 200;

constexpr std::uint64_t bit(std::size_t index) {
    return std::uint64_t{1} << index;
}

}  // namespace

bool Listing::find(const Constraints& constraints, std::span<const Cell> cells, std::int64_t mines,
                   std::size_t most) {
    order(constraints, cells);
    connect(constraints);
    configurations_.clear();
    most_ = most;
    steps_ = 0;
    return place(0, 0, mines);
}

// Number by number, always the one with the fewest cells left; the sea last.
void Listing::order(const Constraints& constraints, std::span<const Cell> cells) {
    const Topology& topology = constraints.topology();
    std::vector<Cell> left(cells.begin(), cells.end());
    cells_.clear();
    const auto is_left = [&](Cell cell) { return std::ranges::find(left, cell) != left.end(); };
    const auto take = [&](Cell cell) {
        cells_.push_back(cell);
        left.erase(std::ranges::find(left, cell));
    };
    std::vector<Cell> numbers;
    for (Cell cell : cells) {
        for (Cell number : topology.neighbours(cell)) {
            if (constraints.live(number)) numbers.push_back(number);
        }
    }
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    while (!numbers.empty()) {
        std::size_t fewest = SIZE_MAX;
        Cell next = kNoCell;
        for (Cell number : numbers) {
            std::size_t count = 0;
            bool begun = cells_.empty();
            for (Cell cell : topology.neighbours(number)) {
                if (!constraints.undecided(cell)) continue;
                const bool open = is_left(cell);
                count += open;
                begun |= !open;
            }
            if (!begun) count += kMaxCells;
            if (count < fewest) {
                fewest = count;
                next = number;
            }
        }
        for (Cell cell : topology.neighbours(next)) {
            if (constraints.undecided(cell) && is_left(cell)) take(cell);
        }
        numbers.erase(std::ranges::find(numbers, next));
    }
    cells_.insert(cells_.end(), left.begin(), left.end());
}

void Listing::connect(const Constraints& constraints) {
    const Topology& topology = constraints.topology();
    neighbours_.assign(cells_.size(), 0);
    numbers_of_.resize(kMaxCells);
    numbers_.clear();
    std::vector<Cell> known;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        numbers_of_[i].clear();
        for (Cell other : topology.neighbours(cells_[i])) {
            const auto found = std::ranges::find(cells_, other);
            if (found != cells_.end())
                neighbours_[i] |= bit(static_cast<std::size_t>(found - cells_.begin()));
            if (!constraints.live(other)) continue;
            const auto number = static_cast<std::size_t>(std::ranges::find(known, other) - known.begin());
            if (number == known.size()) {
                known.push_back(other);
                numbers_.push_back({0, constraints.need(other)});
            }
            numbers_[number].cells |= bit(i);
            numbers_of_[i].push_back(static_cast<std::uint32_t>(number));
        }
    }
}

// Whether the numbers around a cell can still come out, all cells up to it being placed.
bool Listing::fits(std::size_t at, std::uint64_t mined) const {
    const std::uint64_t placed = at + 1 == kMaxCells ? ~std::uint64_t{0} : bit(at + 1) - 1;
    return std::ranges::all_of(numbers_of_[at], [&](std::uint32_t index) {
        const Number& number = numbers_[index];
        const int need = number.need - std::popcount(number.cells & mined);
        return need >= 0 && need <= std::popcount(number.cells & ~placed);
    });
}

bool Listing::place(std::size_t at, std::uint64_t mined, std::int64_t left) {
    if (left < 0 || left > static_cast<std::int64_t>(cells_.size() - at)) return true;
    if (at == cells_.size()) {
        configurations_.push_back(mined);
        return configurations_.size() <= most_;
    }
    if (++steps_ > kStepsEach * most_) return false;
    if (fits(at, mined) && !place(at + 1, mined, left)) return false;
    return !fits(at, mined | bit(at)) || place(at + 1, mined | bit(at), left - 1);
}

}  // namespace sapper

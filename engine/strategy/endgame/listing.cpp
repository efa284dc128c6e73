#include "strategy/endgame/listing.hpp"

#include <algorithm>
#include <utility>

#include "util/bits.hpp"

namespace sapper {

namespace {

// The most placements tried, for each configuration wanted. Cells of the same number follow each other, so
// dead ends are short.
constexpr std::size_t kStepsEach = 200;

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

// Orders the cells number by number. The next number is always the one with the fewest cells left. The sea
// comes last.
void Listing::order(const Constraints& constraints, std::span<const Cell> cells) {
    const Topology& topology = constraints.topology();
    // Every number with its cells, one bit for each.
    std::vector<std::pair<Cell, std::uint64_t>> numbers;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        for (Cell number : topology.neighbours(cells[i])) {
            if (constraints.live(number)) numbers.emplace_back(number, bit(i));
        }
    }
    std::ranges::sort(numbers);
    std::size_t count = 0;
    for (const auto& [number, cell] : numbers) {
        if (count > 0 && numbers[count - 1].first == number) {
            numbers[count - 1].second |= cell;
        } else {
            numbers[count++] = {number, cell};
        }
    }
    numbers.resize(count);

    cells_.clear();
    std::uint64_t left = first_bits(cells.size());
    const auto take = [&](std::uint64_t taken) {
        left &= ~taken;
        for_each_bit(taken, [&](std::uint32_t at) { cells_.push_back(cells[at]); });
    };
    while (!numbers.empty()) {
        // Numbers with placed cells come first, except at the very beginning.
        const auto next = std::ranges::min_element(numbers, {}, [&](const auto& number) {
            const bool begun = cells_.empty() || (number.second & ~left) != 0;
            return count_bits(number.second & left) + (begun ? 0 : kMaxCells);
        });
        take(next->second & left);
        numbers.erase(next);
    }
    take(left);
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

// Whether the numbers around a cell can still be met once all cells up to it are placed.
bool Listing::fits(std::size_t at, std::uint64_t mined) const {
    const std::uint64_t placed = first_bits(at + 1);
    return std::ranges::all_of(numbers_of_[at], [&](std::uint32_t index) {
        const Number& number = numbers_[index];
        const std::int32_t need = number.need - static_cast<std::int32_t>(count_bits(number.cells & mined));
        return need >= 0 && static_cast<std::uint32_t>(need) <= count_bits(number.cells & ~placed);
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

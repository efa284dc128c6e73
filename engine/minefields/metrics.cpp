#include "minefields/metrics.hpp"

#include <algorithm>

#include "minefields/scan.hpp"

namespace sapper {

std::uint32_t BoardCounter::three_bv(const Topology& topology, std::span<const std::uint8_t> mined) {
    if (RowBits::can_hold(topology)) return row_bits_.three_bv(topology, mined);
    begin(topology, mined);
    return take_all(topology, kZero) + isolated_numbers();
}

BoardCounts BoardCounter::count(const Topology& topology, std::span<const std::uint8_t> mined) {
    BoardCounts counts;
    begin(topology, mined);
    counts.openings = take_all(topology, kZero);
    counts.three_bv = counts.openings + isolated_numbers();
    counts.islands = take_all(topology, kNumber);
    return counts;
}

std::uint32_t BoardCounter::solved_three_bv(const Topology& topology, std::span<const std::uint8_t> mined,
                                            std::span<const Mark> marks) {
    begin(topology, mined);
    const auto is_open = [marks](Cell cell) { return is_number(marks[cell]); };
    std::uint32_t solved = 0;
    for (Cell cell = 0; cell < states_.size(); ++cell) {
        if (states_[cell] != kZero) continue;
        const std::span<const Cell> zeros = take_connected(topology, cell, kZero);
        solved += std::all_of(zeros.begin(), zeros.end(), [&](Cell zero) {
            bool all_open = is_open(zero);
            if (all_open) each_neighbour(topology, zero, [&](Cell other) { all_open &= is_open(other); });
            return all_open;
        });
    }
    for (Cell cell = 0; cell < states_.size(); ++cell)
        solved += states_[cell] == kNumber && is_open(cell);
    return solved;
}

void BoardCounter::begin(const Topology& topology, std::span<const std::uint8_t> mined) {
    states_.assign(topology.size(), kZero);
    queue_.resize(topology.size() + 1);
    list_where(mined, 1, mines_);
    std::uint8_t* const states = states_.data();
    for (Cell mine : mines_)
        each_neighbour(topology, mine, [states](Cell other) { states[other] = kNumber; });
    for (Cell mine : mines_)
        states[mine] = kCounted;
}

// Counts `start` and all connected cells of its state, and returns them; they are valid until the next call.
// Also counts all cells that touch them: the numbers that open with zeros. Around isolated numbers, nothing
// else is left to count.
std::span<const Cell> BoardCounter::take_connected(const Topology& topology, Cell start, State state) {
    std::uint8_t* const states = states_.data();
    Cell* const queue = queue_.data();
    states[start] = kCounted;
    queue[0] = start;
    std::size_t end = 1;
    for (std::size_t next = 0; next < end; ++next) {
        each_neighbour(topology, queue[next], [&](Cell other) {
            queue[end] = other;
            end += states[other] == state;
            states[other] = kCounted;
        });
    }
    return {queue, end};
}

// Counts the connected sets of a state.
std::uint32_t BoardCounter::take_all(const Topology& topology, State state) {
    std::uint32_t sets = 0;
    for (std::size_t cell = 0; (cell = find_byte(states_, state, cell)) < states_.size(); ++cell) {
        take_connected(topology, static_cast<Cell>(cell), state);
        ++sets;
    }
    return sets;
}

std::uint32_t BoardCounter::isolated_numbers() const {
    return static_cast<std::uint32_t>(std::count(states_.begin(), states_.end(), kNumber));
}

}  // namespace sapper

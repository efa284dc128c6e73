#include "minefields/three_bv.hpp"

#include <algorithm>
#include <cmath>

#include "util/bits.hpp"
#include "util/floats.hpp"

namespace sapper {

namespace {

constexpr std::size_t kWordColumns = 64;

std::uint64_t with_neighbours(std::uint64_t bits) {
    return bits | bits << 1 | bits >> 1;
}

// The lowest run of set bits.
std::uint64_t first_run(std::uint64_t bits) {
    const std::uint64_t lowest = bits & (~bits + 1);
    return bits & ~(bits + lowest);
}

}  // namespace

bool RowBits::can_hold(const Topology& topology) {
    return topology.is_square_board() && topology.shape()[1] <= kWordColumns;
}

std::uint32_t RowBits::three_bv(const Topology& topology, std::span<const std::uint8_t> mine_bytes) {
    const std::size_t rows = topology.shape()[0];
    load(rows, topology.shape()[1], mine_bytes);
    for (std::size_t row = 1; row <= rows; ++row)
        zeros_[row] = all_ & ~(reach_[row - 1] | reach_[row] | reach_[row + 1]);
    for (std::size_t row = 1; row <= rows; ++row)
        reach_[row] = with_neighbours(zeros_[row]);
    std::uint32_t isolated = 0;
    for (std::size_t row = 1; row <= rows; ++row) {
        const std::uint64_t opens = reach_[row - 1] | reach_[row] | reach_[row + 1];
        isolated += count_bits(all_ & ~(mines_[row] | opens));
    }
    return isolated + openings();
}

void RowBits::load(std::size_t rows, std::size_t columns, std::span<const std::uint8_t> mine_bytes) {
    all_ = ~std::uint64_t{0} >> (kWordColumns - columns);
    mines_.assign(rows + 2, 0);
    zeros_.assign(rows + 2, 0);
    reach_.assign(rows + 2, 0);
    const std::uint8_t* cell = mine_bytes.data();
    for (std::size_t row = 1; row <= rows; ++row, cell += columns) {
        std::uint64_t bits = 0;
        for (std::size_t column = 0; column < columns; ++column)
            bits |= std::uint64_t{cell[column]} << column;
        mines_[row] = bits;
        reach_[row] = with_neighbours(bits);
    }
}

// Unites each run of zeros with every run of the row above that touches it.
std::uint32_t RowBits::openings() {
    std::uint32_t sets = 0;
    runs_.clear();
    std::size_t above = 0;  // the first run of the row above
    std::size_t here = 0;   // of this row
    for (std::uint64_t zeros : zeros_) {
        while (zeros != 0) {
            const std::uint64_t bits = first_run(zeros);
            zeros ^= bits;
            const auto run = static_cast<std::uint32_t>(runs_.size());
            runs_.push_back({with_neighbours(bits), run});
            ++sets;
            for (std::size_t other = above; other < here; ++other) {
                if ((runs_[other].reach & bits) == 0) continue;
                const std::uint32_t one = root(run);
                const std::uint32_t another = root(static_cast<std::uint32_t>(other));
                runs_[one].parent = another;
                sets -= one != another;
            }
        }
        above = here;
        here = runs_.size();
    }
    return sets;
}

std::uint32_t RowBits::root(std::uint32_t run) {
    while (runs_[run].parent != run)
        run = runs_[run].parent = runs_[runs_[run].parent].parent;
    return run;
}

std::uint32_t BoardCounter::three_bv(const Topology& topology, std::span<const std::uint8_t> mine_bytes) {
    if (RowBits::can_hold(topology)) return row_bits_.three_bv(topology, mine_bytes);
    begin(topology, mine_bytes);
    return take_all(topology, kZero) + isolated_numbers();
}

BoardCounts BoardCounter::count(const Topology& topology, std::span<const std::uint8_t> mine_bytes) {
    BoardCounts counts;
    begin(topology, mine_bytes);
    counts.openings = take_all(topology, kZero);
    counts.three_bv = counts.openings + isolated_numbers();
    counts.islands = take_all(topology, kNumber);
    return counts;
}

std::uint32_t BoardCounter::solved_three_bv(const Topology& topology,
                                            std::span<const std::uint8_t> mine_bytes,
                                            std::span<const Mark> marks) {
    begin(topology, mine_bytes);
    const auto is_open = [marks](Cell cell) { return is_number(marks[cell]); };
    std::uint32_t count = 0;
    for (Cell cell = 0; cell < states_.size(); ++cell) {
        if (states_[cell] != kZero) continue;
        const std::span<const Cell> zeros = take_set(topology, cell, kZero);
        count += std::all_of(zeros.begin(), zeros.end(), [&](Cell zero) {
            bool all_open = is_open(zero);
            if (all_open) each_neighbour(topology, zero, [&](Cell other) { all_open &= is_open(other); });
            return all_open;
        });
    }
    for (Cell cell = 0; cell < states_.size(); ++cell)
        count += states_[cell] == kNumber && is_open(cell);
    return count;
}

void BoardCounter::begin(const Topology& topology, std::span<const std::uint8_t> mine_bytes) {
    states_.assign(topology.size(), kZero);
    queue_.resize(topology.size() + 1);
    list_where(mine_bytes, 1, mines_);
    std::uint8_t* const states = states_.data();
    for (Cell mine : mines_)
        each_neighbour(topology, mine, [states](Cell other) { states[other] = kNumber; });
    for (Cell mine : mines_)
        states[mine] = kDone;
}

// Counts `start` and all connected cells of its state, and returns them, valid until the next call. Also
// counts all cells that touch them: the numbers that open with zeros. Around isolated numbers, nothing else
// is left to count.
std::span<const Cell> BoardCounter::take_set(const Topology& topology, Cell start, State state) {
    std::uint8_t* const states = states_.data();
    Cell* const queue = queue_.data();
    states[start] = kDone;
    queue[0] = start;
    std::size_t end = 1;
    for (std::size_t next = 0; next < end; ++next) {
        each_neighbour(topology, queue[next], [&](Cell other) {
            queue[end] = other;
            end += states[other] == state;
            states[other] = kDone;
        });
    }
    return {queue, end};
}

// Counts the connected sets of a state.
std::uint32_t BoardCounter::take_all(const Topology& topology, State state) {
    std::uint32_t sets = 0;
    for (std::size_t cell = 0; (cell = find_byte(states_, state, cell)) < states_.size(); ++cell) {
        take_set(topology, static_cast<Cell>(cell), state);
        ++sets;
    }
    return sets;
}

std::uint32_t BoardCounter::isolated_numbers() const {
    return static_cast<std::uint32_t>(std::count(states_.begin(), states_.end(), kNumber));
}

namespace {

std::optional<double> stnb_weight(const Topology& topology, std::size_t mines) {
    if (!topology.is_square_board()) return {};
    const std::size_t rows = topology.shape()[0];
    const std::size_t columns = topology.shape()[1];
    if (rows == 8 && columns == 8 && mines == 10) return 36;
    if (rows == 16 && columns == 16 && mines == 40) return 162;
    if (rows == 16 && columns == 30 && mines == 99) return 435;
    return {};
}

}  // namespace

GameRatios ratios_of(const Topology& topology, std::size_t mines, const GameCounts& counts) {
    const auto number = [](auto value) { return std::optional(static_cast<double>(value)); };
    const std::optional<double> three_bv = number(counts.three_bv);
    const std::optional<double> progress = number(counts.solved);
    const std::optional<double> clicks = number(counts.clicks);
    const std::optional<double> effective = number(counts.effective_clicks);
    const bool is_done = counts.solved >= counts.three_bv;
    GameRatios ratios;
    ratios.ioe = quotient(progress, clicks);
    ratios.correctness = quotient(effective, clicks);
    ratios.throughput = quotient(progress, effective);
    ratios.three_bv_per_second = quotient(progress, counts.seconds);
    if (is_done) ratios.zini_efficiency = quotient(counts.zini, clicks);
    if (is_done) ratios.hzini_efficiency = quotient(counts.hzini, clicks);
    if (!counts.seconds) return ratios;
    const double seconds = *counts.seconds;
    ratios.estimate = quotient(seconds * *three_bv, progress);
    if (is_done) ratios.rqp = quotient(seconds * seconds, three_bv);
    if (is_done) ratios.qg = quotient(std::pow(seconds, 1.7), three_bv);
    const std::optional<double> weight = stnb_weight(topology, mines);
    if (weight && counts.three_bv > 0) {
        const double share = std::sqrt(*progress / *three_bv);
        ratios.stnb = quotient(*weight * *progress * share, std::pow(seconds, 1.7));
    }
    return ratios;
}

}  // namespace sapper

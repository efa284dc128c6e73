#include "strategy/scoring/dead_cells.hpp"

#include <algorithm>
#include <array>

namespace sapper {

namespace {

// This prime is larger than any determinant of a matrix of zeros and ones of this size. So independent rows
// stay independent modulo it.
constexpr std::int32_t kPrime = 32749;
constexpr std::size_t kColumns = 9;

using Row = std::array<std::int32_t, kColumns>;

std::int32_t inverse(std::int32_t value) {
    std::int32_t result = 1;
    for (std::int32_t power = kPrime - 2; power > 0; power >>= 1) {
        if ((power & 1) != 0) result = result * value % kPrime;
        value = value * value % kPrime;
    }
    return result;
}

// The known sums, in echelon form.
class Span {
  public:
    // Reduces a row by the known ones. Returns whether anything is left: whether the row is independent.
    bool reduce(Row& row) const {
        for (std::size_t i = 0; i < count_; ++i) {
            const std::int32_t factor = row[leads_[i]];
            if (factor == 0) continue;
            for (std::size_t c = 0; c < kColumns; ++c)
                row[c] = (row[c] + (kPrime - factor) * rows_[i][c]) % kPrime;
        }
        return std::ranges::any_of(row, [](std::int32_t value) { return value != 0; });
    }
    void add(Row row) {
        if (!reduce(row)) return;
        std::size_t lead = 0;
        while (row[lead] == 0)
            ++lead;
        const std::int32_t scale = inverse(row[lead]);
        for (std::int32_t& value : row)
            value = value * scale % kPrime;
        leads_[count_] = lead;
        rows_[count_++] = row;
    }

  private:
    std::array<Row, kColumns> rows_;
    std::array<std::size_t, kColumns> leads_;
    std::size_t count_ = 0;
};

}  // namespace

bool is_dead(const Constraints& constraints, Cell cell) {
    const Topology& topology = constraints.topology();
    std::array<Cell, kColumns> cells;
    std::size_t count = 0;
    cells[count++] = cell;
    for (Cell other : topology.neighbours(cell)) {
        if (!constraints.undecided(other)) continue;
        if (!constraints.in_frontier(other) || count == kColumns) return false;
        cells[count++] = other;
    }
    if (count == 1) return true;
    const auto column = [&](Cell other) {
        return static_cast<std::size_t>(std::find(cells.begin(), cells.begin() + count, other) -
                                        cells.begin());
    };
    // The cell is assumed to be safe, so only the sum of the other cells matters.
    Row wanted{};
    for (std::size_t c = 1; c < count; ++c)
        wanted[c] = 1;
    Span known;
    for (std::size_t c = 0; c < count; ++c) {
        for (Cell number : topology.neighbours(cells[c])) {
            if (!constraints.live(number)) continue;
            Row row{};
            bool inside = true;
            std::size_t first = kColumns;
            for (Cell other : topology.neighbours(number)) {
                if (!constraints.undecided(other)) continue;
                const std::size_t at = column(other);
                if (at >= count) {
                    inside = false;
                    break;
                }
                first = std::min(first, at);
                row[at] = at == 0 ? 0 : 1;
            }
            if (inside && first == c) known.add(row);
        }
    }
    return !known.reduce(wanted);
}

}  // namespace sapper

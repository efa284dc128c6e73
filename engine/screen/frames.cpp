#include "screen/places.hpp"

namespace sapper::screen {

namespace {

// How much of an edge there is between two cuts, in grey levels. The end of the picture is one, too.
struct Sides {
    Plane<double> on;       // on each line, by pairs of cuts and lines
    Plane<double> between;  // midway between lines
};

Sides sides_of(const Steps& steps, const Lines& lines, const Lines& cuts) {
    constexpr double kEnd = 255;
    const double pitch = lines[1] - lines[0];
    const int end = static_cast<int>(steps.length());
    const int reach = std::max(1, rounded(0.12 * pitch));
    const int reach_between = std::max(1, rounded(0.22 * pitch));
    Sides sides{Plane<double>(cuts.size() - 1, lines.size()),
                Plane<double>(cuts.size() - 1, lines.size() - 1)};
    std::vector<double> strengths;
    for (std::size_t row = 0; row + 1 < cuts.size(); ++row) {
        const double span = cuts[row + 1] - cuts[row];
        const int low = rounded(cuts[row] + 0.2 * span);
        steps.strengths_between(low, low + 2 * rounded(0.3 * span), strengths);
        const auto strongest = [&](int place, int around) {
            double best = 0;
            for (int near = std::max(0, place - 1 - around); near <= std::min(end - 1, place - 1 + around);
                 ++near)
                best = std::max(best, strengths[static_cast<std::size_t>(near)]);
            return best;
        };
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const int place = rounded(lines[i]);
            const bool at_end = place - 1 - reach <= 0 || place - 1 + reach >= end;
            sides.on(row, i) = at_end ? kEnd : strongest(place, reach);
            if (i + 1 < lines.size())
                sides.between(row, i) = strongest(rounded(lines[i] + pitch / 2), reach_between);
        }
    }
    return sides;
}

// The rectangle with the largest sum.
Rectangle best_rectangle(const Plane<double>& values, const Limits& limits) {
    std::vector<double> gains(values.rows() + 1);  // at most all that is gained from a row on
    for (std::size_t row = values.rows(); row-- > 0;) {
        gains[row] = gains[row + 1];
        for (const double value : values.row(row))
            gains[row] += std::max(value, 0.0);
    }
    Rectangle best;
    for (std::size_t low = 0; low < values.rows() && gains[low] > best.score; ++low) {
        poll(limits);
        std::vector<double> band(values.columns());
        for (std::size_t high = low; high < values.rows(); ++high) {
            double total = 0, least = 0;
            std::size_t first = 0;
            for (std::size_t column = 0; column < band.size(); ++column) {
                total += band[column] += values(high, column);
                if (total - least > best.score) best = {low, high + 1, first, column + 1, total - least};
                if (total < least) {
                    least = total;
                    first = column + 1;
                }
            }
        }
    }
    return best;
}

// Whether every second line has hardly an edge. A framed cell has one line of each kind.
bool halved(const Plane<double>& edges, std::size_t top, std::size_t bottom, std::size_t left,
            std::size_t right) {
    constexpr double kHardly = 0.15;  // of the edges of the lines between them
    if (top >= bottom || left >= right) return false;
    std::array<double, 2> sums{};
    std::array<double, 2> counts{};
    for (std::size_t row = top; row < bottom; ++row) {
        for (std::size_t column = left; column < right; ++column) {
            sums[(column - left) % 2] += edges(row, column);
            counts[(column - left) % 2] += 1;
        }
    }
    if (counts[1] == 0) return false;
    const double even = sums[0] / counts[0];
    const double odd = sums[1] / counts[1];
    return std::min(even, odd) < kHardly * std::max(even, odd);
}

constexpr double kPlainStep = 7;  // a step of this many grey levels at a side of a cell is enough for a frame

// Edges as parts of a weak edge between cells, at most 1.
Plane<double> against_usual(const Plane<double>& strengths) {
    constexpr double kWeak = 0.12;  // the least share of the usual edge that an outer side must have
    constexpr double kEnough = 3;   // an outer side with an edge of this many grey levels needs no more
    std::vector<double> clear;
    for (const double strength : strengths.all()) {
        if (strength > kPlainStep) clear.push_back(strength);
    }
    const double usual = clear.empty() ? kPlainStep : median_of(std::move(clear));
    Plane<double> result = strengths;
    for (double& value : result.all())
        value = std::min(1.0, value / std::min(kWeak * usual, kEnough));
    return result;
}

}  // namespace

Framed best_framed(const Edges& edges, const Lines& xs, const Lines& ys, const Limits& limits) {
    constexpr double kUnframed = 0.2;  // a cell that is framed by less than this counts against the rectangle
    constexpr double kFull = 0.9;      // what is framed by more than this is surely a cell
    constexpr double kOuter = 0.6;     // the least share of an outer side of a board that has an edge
    const auto as_frames = [](Plane<double> plane) {
        for (double& value : plane.all()) {
            const double part = std::min(1.0, value / kPlainStep);
            value = part * part;
        }
        return plane;
    };
    const Sides beside = sides_of(edges.across, xs, ys);
    const Sides above = sides_of(edges.down, ys, xs);
    Plane<double> upright = as_frames(beside.on);
    Plane<double> level = as_frames(above.on.turned());
    const Plane<double> through = as_frames(beside.between);
    const Plane<double> over = as_frames(above.between.turned());
    Plane<double> gains(through.rows(), through.columns());
    Plane<char> full(gains.rows(), gains.columns());
    for (std::size_t row = 0; row < gains.rows(); ++row) {
        for (std::size_t column = 0; column < gains.columns(); ++column) {
            const double sides = std::min(upright(row, column) + upright(row, column + 1),
                                          level(row, column) + level(row + 1, column)) /
                                 2;
            const double clear = sides - (through(row, column) + over(row, column)) / 4;
            gains(row, column) = std::max(clear, 0.0) - kUnframed;
            full(row, column) = clear > kFull && sides > kFull;
        }
    }
    Rectangle best = best_rectangle(gains, limits);
    auto& [low, high, first, last, score] = best;
    const bool is_halved =
        halved(upright, low, high, first, last + 1) || halved(level.turned(), first, last, low, high + 1);
    // Some looks have no lines between open cells. A single cell with four sides shows that the board goes
    // on.
    const auto row_goes_on = [&](std::size_t row) {
        const auto cells = full.row(row);
        return std::any_of(cells.begin() + static_cast<std::ptrdiff_t>(first),
                           cells.begin() + static_cast<std::ptrdiff_t>(last),
                           [](char each) { return each != 0; }) &&
               std::min(upright(row, first), upright(row, last)) > kFull;
    };
    const auto column_goes_on = [&](std::size_t column) {
        bool any = false;
        for (std::size_t row = low; row < high; ++row)
            any |= full(row, column) != 0;
        return any && std::min(level(low, column), level(high, column)) > kFull;
    };
    while (low > 0 && row_goes_on(low - 1))
        --low;
    while (high < full.rows() && row_goes_on(high))
        ++high;
    while (first > 0 && column_goes_on(first - 1))
        --first;
    while (last < full.columns() && column_goes_on(last))
        ++last;
    // A row or a column without a line on its outer side is not of the board.
    upright = against_usual(beside.on);
    level = against_usual(above.on.turned());
    const auto level_is_open = [&](std::size_t line) {
        double sum = 0;
        for (std::size_t column = first; column < last; ++column)
            sum += level(line, column);
        return sum < kOuter * static_cast<double>(last - first);
    };
    const auto upright_is_open = [&](std::size_t line) {
        double sum = 0;
        for (std::size_t row = low; row < high; ++row)
            sum += upright(row, line);
        return sum < kOuter * static_cast<double>(high - low);
    };
    while (high - low >= kLeastLines && level_is_open(low))
        ++low;
    while (high - low >= kLeastLines && level_is_open(high))
        --high;
    while (last - first >= kLeastLines && upright_is_open(first))
        ++first;
    while (last - first >= kLeastLines && upright_is_open(last))
        --last;
    return {best, is_halved};
}

}  // namespace sapper::screen

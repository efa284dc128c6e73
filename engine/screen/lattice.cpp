// Which even lines of a picture are the lines between cells.
#include <complex>
#include <numbers>
#include <numeric>
#include <optional>

#include "screen/places.hpp"

namespace sapper::screen {

namespace {

// The lines of a board. The outer ones have an edge on one side only, and lie where the next ones say.
Lines lines_of_board(const Lines& lines, std::size_t first, std::size_t last) {
    const auto at = [&](std::size_t i) { return lines.begin() + static_cast<std::ptrdiff_t>(i); };
    return longer(Lines(at(first + 1), at(last)), 1, 1);
}

// The places of all lines in a picture of some length.
Lines all_lines(double start, double pitch, double length) {
    double first = std::fmod(start, pitch);
    if (first < 0) first += pitch;
    if (first > 0.7 * pitch) first -= pitch;
    Lines lines;
    while (first + static_cast<double>(lines.size()) * pitch < length + 0.3 * pitch)
        lines.push_back(first + static_cast<double>(lines.size()) * pitch);
    return lines;
}

// Sums over squares of blocks around each block.
template <typename T>
Plane<T> box_sums(const Plane<T>& values, std::size_t reach) {
    const auto along_rows = [reach](const Plane<T>& plane) {
        Plane<T> result(plane.rows(), plane.columns());
        std::vector<T> sums(plane.columns() + 1);
        for (std::size_t row = 0; row < plane.rows(); ++row) {
            std::partial_sum(plane.row(row).begin(), plane.row(row).end(), sums.begin() + 1);
            for (std::size_t i = 0; i < plane.columns(); ++i)
                result(row, i) =
                    sums[std::min(plane.columns(), i + reach + 1)] - sums[i - std::min(i, reach)];
        }
        return result;
    };
    return along_rows(along_rows(values).transpose()).transpose();
}

constexpr std::size_t kAround = 4;  // blocks of half a cell, on each side of a place, looked at together

// For each block, how far the edges around it lie at one place of the period, 0 to 1.
Plane<double> keeping(const Steps& steps, double pitch, std::size_t block) {
    const std::size_t rows = (steps.height() + block - 1) / block;
    const std::size_t columns = (steps.length() + block - 1) / block;
    std::vector<std::complex<double>> turns(steps.length());
    for (std::size_t i = 0; i < turns.size(); ++i)
        turns[i] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(i) / pitch);
    Plane<double> sums(rows, columns);
    Plane<std::complex<double>> vectors(rows, columns);
    for (std::size_t row = 0; row < rows; ++row) {
        const std::vector<double> profile =
            steps.profile(static_cast<int>(row * block), static_cast<int>((row + 1) * block));
        for (std::size_t x = 0; x < profile.size(); ++x) {
            sums(row, x / block) += profile[x];
            vectors(row, x / block) += profile[x] * turns[x];
        }
    }
    sums = box_sums(sums, kAround);
    vectors = box_sums(vectors, kAround);
    // A full line across every period would give this many times block * block / pitch.
    const double side = static_cast<double>((2 * kAround + 1) * block);
    const double enough = 0.6 * side * side / pitch;
    for (std::size_t i = 0; i < sums.all().size(); ++i)
        sums.all()[i] = std::abs(vectors.all()[i]) / (sums.all()[i] + enough);
    return sums;
}

// Small parts of the picture whose edges keep the pitch both ways.
std::vector<Box> seeds(const Edges& edges, const Pitches& pitches) {
    constexpr int kMost = 6;        // for each pair of pitches
    constexpr double kKept = 0.15;  // at least this share of the edges must lie on lines
    const std::size_t block =
        static_cast<std::size_t>(std::max(4, nearest_int(std::min(pitches.width, pitches.height) / 2)));
    Plane<double> both = keeping(edges.across, pitches.width, block);
    const Plane<double> down = keeping(edges.down, pitches.height, block).transpose();
    const std::size_t rows = std::min(both.rows(), down.rows());
    const std::size_t columns = std::min(both.columns(), down.columns());
    std::vector<Box> result;
    for (std::size_t row = 0; row < both.rows(); ++row) {
        for (std::size_t column = 0; column < both.columns(); ++column)
            both(row, column) =
                row < rows && column < columns ? std::min(both(row, column), down(row, column)) : 0;
    }
    while (result.size() < kMost) {
        const auto best = std::max_element(both.all().begin(), both.all().end());
        if (*best < kKept) break;
        const std::size_t place = static_cast<std::size_t>(best - both.all().begin());
        const std::size_t row = place / both.columns();
        const std::size_t column = place % both.columns();
        const auto from = [](std::size_t at, std::size_t reach) { return at - std::min(at, reach); };
        result.push_back({static_cast<int>(from(column, kAround) * block),
                          static_cast<int>(from(row, kAround) * block),
                          static_cast<int>(std::min(edges.across.length(), (column + kAround + 1) * block)),
                          static_cast<int>(std::min(edges.down.length(), (row + kAround + 1) * block))});
        for (std::size_t y = from(row, 2 * kAround); y < std::min(rows, row + 2 * kAround + 1); ++y) {
            for (std::size_t x = from(column, 2 * kAround); x < std::min(columns, column + 2 * kAround + 1);
                 ++x)
                both(y, x) = 0;
        }
    }
    return result;
}

// How much of an edge is near a line, and where its middle is.
struct Centre {
    double edge;
    double place;
};

Centre centre_of(const std::vector<double>& profile, double line, double pitch) {
    const int reach = std::max(2, nearest_int(0.13 * pitch));
    Centre centre{0, 0};
    for (int near = nearest_int(line) - 1 - reach; near < nearest_int(line) + reach; ++near) {
        if (near < 0 || near >= static_cast<int>(profile.size())) continue;
        const double edge = profile[static_cast<std::size_t>(near)];
        centre.edge += edge;
        centre.place += edge * (near + 1);  // a step lies at the edge of its second pixel
    }
    centre.place /= std::max(centre.edge, 1e-6);
    return centre;
}

struct Straight {
    double start;
    double pitch;
};

// The lines that lie best on the edges near some lines.
Straight straight_through(const std::vector<double>& profile, const Lines& lines) {
    constexpr double kStray = 1.5;  // a line this many pixels from its even place does not count for the fit
    std::vector<std::pair<double, double>> used;          // the number of each line, and its middle
    for (std::size_t i = 1; i + 1 < lines.size(); ++i) {  // a frame lies outside the outer lines
        const Centre centre = centre_of(profile, lines[i], lines[1] - lines[0]);
        if (centre.edge > 0) used.emplace_back(static_cast<double>(i), centre.place);
    }
    if (used.size() < 3) return {lines[0], lines[1] - lines[0]};
    // Some lines may be something else. They do not change the median of all slopes.
    std::vector<double> values;
    for (std::size_t i = 0; i < used.size(); ++i) {
        for (std::size_t j = i + 1; j < used.size(); ++j)
            values.push_back((used[j].second - used[i].second) / (used[j].first - used[i].first));
    }
    double slope = median_of(values);
    values.clear();
    for (const auto& [number, place] : used)
        values.push_back(place - slope * number);
    double start = median_of(values);
    double count = 0, mean = 0, mean_place = 0;
    std::erase_if(
        used, [&](const auto& each) { return std::abs(start + slope * each.first - each.second) >= kStray; });
    if (used.size() < 3) return {start, slope};
    for (const auto& [number, place] : used) {
        count += 1;
        mean += number;
        mean_place += place;
    }
    mean /= count;
    mean_place /= count;
    double together = 0, squares = 0;
    for (const auto& [number, place] : used) {
        together += (number - mean) * (place - mean_place);
        squares += (number - mean) * (number - mean);
    }
    slope = together / squares;
    return {mean_place - slope * mean, slope};
}

// All lines of a picture, from the edges near the lines of a board. They are even, if those of the board
// nearly are. Else each lies where its edges are.
Lines refit(const std::vector<double>& profile, const Lines& lines, double length) {
    constexpr double kUneven =
        1;                       // if a line is more pixels than this from its even place, all have their own
    constexpr double kStep = 1;  // the most pixels by which a cell may be wider or narrower than the others
    constexpr double kClear = 0.3;  // the least share of the usual edges with which a line has its own place
    const auto [start, pitch] = straight_through(profile, lines);
    const Lines even = all_lines(start, pitch, length);
    std::size_t middle = 0;
    for (std::size_t i = 0; i < even.size(); ++i) {
        const double target = lines[lines.size() / 2];
        if (std::abs(even[i] - target) < std::abs(even[middle] - target)) middle = i;
    }
    std::vector<double> usual;
    for (const double line : lines)
        usual.push_back(centre_of(profile, line, lines[1] - lines[0]).edge);
    const double clear = kClear * median_of(usual);
    Lines own = even;
    for (int i = 0; i < 2; ++i) {
        const Centre centre = centre_of(profile, own[middle], pitch);
        if (centre.edge >= clear) own[middle] = centre.place;
    }
    const auto follow = [&](std::size_t from, std::size_t to, double step) {
        const double place = own[from] + step;
        const Centre centre = centre_of(profile, place, pitch);
        own[to] = centre.edge >= clear ? place + std::clamp(centre.place - place, -kStep, kStep) : place;
    };
    for (std::size_t i = middle + 1; i < own.size(); ++i)
        follow(i - 1, i, pitch);
    for (std::size_t i = middle; i > 0; --i)
        follow(i, i - 1, -pitch);
    for (std::size_t i = 0; i < even.size(); ++i) {
        // A frame lies outside the outer lines.
        const bool inside = even[i] > lines.front() + pitch / 2 && even[i] < lines.back() - pitch / 2;
        if (inside && std::abs(own[i] - even[i]) > kUneven) return own;
    }
    return even;
}

// A place where lines lie, from the edges of a part of the picture that starts at `start`.
double phase_of(const std::vector<double>& profile, int start, double pitch) {
    std::complex<double> sum = 0;
    for (std::size_t i = 0; i < profile.size(); ++i)
        sum += std::polar(profile[i], 2 * std::numbers::pi * (start + 1 + static_cast<double>(i)) / pitch);
    return std::arg(sum) / (2 * std::numbers::pi) * pitch;
}

// How far the edges of a part of the picture lie at one place between lines, 0 to 1.
double sharpness(const std::vector<double>& profile, int start, const Lines& lines) {
    std::complex<double> sum = 0;
    double total = 0;
    std::size_t next = 1;  // the first line beyond the place, if it is not the last
    for (std::size_t i = 0; i < profile.size(); ++i) {
        const double place = start + static_cast<double>(i);
        while (next + 1 < lines.size() && lines[next] <= place)
            ++next;
        const double part = std::clamp((place - lines[next - 1]) / (lines[next] - lines[next - 1]), 0.0, 1.0);
        sum += std::polar(profile[i], 2 * std::numbers::pi * (static_cast<double>(next - 1) + part));
        total += profile[i];
    }
    return std::abs(sum) / (total + 1e-6);
}

struct Fit {
    double score;
    Grid grid;
};

// The most that a line of the picture is away from its place before.
double away(const Lines& lines, const Lines& before) {
    if (lines.size() != before.size()) return kLargestPitch;
    double most = 0;
    for (std::size_t i = 0; i < lines.size(); ++i)
        most = std::max(most, std::abs(lines[i] - before[i]));
    return most;
}

// The best rectangle of framed cells between lines, each time with better lines until they stay; nothing if
// there is none, or if it is far below `best`, the best score so far. `twice` gets the pitches of larger
// cells if every second line has no edges, or few.
std::optional<Fit> fit_lines(Lines xs, Lines ys, const Edges& edges, int fits, double best,
                             std::optional<Pitches>* twice, const Limits& limits) {
    constexpr double kStay = 0.1;      // the most pixels by which lines that stay move
    constexpr double kHopeless = 0.3;  // of the best score
    const int width = static_cast<int>(edges.across.length()) + 1;
    const int height = static_cast<int>(edges.down.length()) + 1;
    std::optional<Fit> result;
    for (int fit = 0; fit < fits && xs.size() > 1 && ys.size() > 1; ++fit) {
        const Framing framing = best_framing(edges, xs, ys, limits);
        const Pitches whole = {(framing.is_halved_across ? 2 : 1) * (xs[1] - xs[0]),
                               (framing.is_halved_down ? 2 : 1) * (ys[1] - ys[0])};
        if (twice && (framing.is_halved_across || framing.is_halved_down) &&
            std::max(whole.width, whole.height) <= kLargestPitch) {
            *twice = whole;
            return std::nullopt;
        }
        const auto [low, high, first, last, score] = framing.cells;
        if (high - low < kLeastLines || last - first < kLeastLines) return std::nullopt;
        const Grid grid =
            Grid{lines_of_board(xs, first, last), lines_of_board(ys, low, high)}.at_offset(0.5, 0.5);
        Box box = grid.box();
        box = {std::max(0, box.left - 2), std::max(0, box.top - 2), std::min(width, box.right + 2),
               std::min(height, box.bottom + 2)};
        const double sharp =
            sharpness(edges.across.profile(box.top, box.bottom, box.left, box.right), box.left, xs) *
            sharpness(edges.down.profile(box.left, box.right, box.top, box.bottom), box.top, ys);
        result = Fit{score * grid.width() * grid.height() * sharp, grid};
        if (result->score < kHopeless * best) return std::nullopt;
        const auto part = [](const Lines& lines, std::size_t from, std::size_t to) {
            return Lines(lines.begin() + static_cast<std::ptrdiff_t>(from),
                         lines.begin() + static_cast<std::ptrdiff_t>(to) + 1);
        };
        Lines better_xs = refit(edges.across.profile(box.top, box.bottom), part(xs, first, last), width);
        Lines better_ys = refit(edges.down.profile(box.left, box.right), part(ys, low, high), height);
        if (away(xs, better_xs) < kStay && away(ys, better_ys) < kStay) break;
        xs = std::move(better_xs);
        ys = std::move(better_ys);
    }
    return result;
}

// The same around an area.
std::optional<Fit> fit_around(const Box& area, const Edges& edges, const Pitches& pitches, double best,
                              const Limits& limits) {
    constexpr int kFits = 3;  // more bring lines onto the other edges of bevels
    const int width = static_cast<int>(edges.across.length()) + 1;
    const int height = static_cast<int>(edges.down.length()) + 1;
    const auto& [left, top, right, bottom] = area;
    std::optional<Pitches> twice;
    std::optional<Fit> fit =
        fit_lines(all_lines(phase_of(edges.across.profile(top, bottom, left, right), left, pitches.width),
                            pitches.width, width),
                  all_lines(phase_of(edges.down.profile(left, right, top, bottom), top, pitches.height),
                            pitches.height, height),
                  edges, kFits, best, &twice, limits);
    return twice ? fit_around(area, edges, *twice, best, limits) : fit;
}

// Lines with all that follow in a picture of some length.
Lines throughout(const Lines& lines, double length) {
    const double pitch = lines[1] - lines[0];
    return longer(lines, static_cast<int>(lines.front() / pitch + 0.3),
                  static_cast<int>((length - lines.back()) / pitch + 0.3));
}

// Whether the cells of two grids are as many, and nearly at the same places.
bool lie_together(const Grid& one, const Grid& other) {
    constexpr double kSamePlace = 0.04;  // cells; lines that lie half a pixel elsewhere may be read better
    return one.rows() == other.rows() && one.columns() == other.columns() &&
           std::max({std::abs(one.xs.front() - other.xs.front()), std::abs(one.xs.back() - other.xs.back()),
                     std::abs(one.ys.front() - other.ys.front()),
                     std::abs(one.ys.back() - other.ys.back())}) < kSamePlace * one.size();
}

// Whether a grid of nearly this pitch has the middle of an area.
bool covers(const Grid& grid, const Box& area, double width) {
    const Box box = grid.box();
    const double across = (area.left + area.right) / 2.0;
    const double down = (area.top + area.bottom) / 2.0;
    return box.left < across && across < box.right && box.top < down && down < box.bottom &&
           std::abs(grid.width() / width - 1) < 0.03;
}

}  // namespace

LineGrids find_line_grids(const Edges& edges, const Limits& limits) {
    std::vector<Fit> all;
    double best = 0;
    for (const Pitches& pitches : edges.pitches) {
        for (const Box& area : seeds(edges, pitches)) {
            poll(limits);
            if (std::any_of(all.begin(), all.end(),
                            [&](const Fit& each) { return covers(each.grid, area, pitches.width); }))
                continue;
            std::optional<Fit> fit = fit_around(area, edges, pitches, best, limits);
            if (!fit) continue;
            best = std::max(best, fit->score);
            all.push_back(std::move(*fit));
        }
    }
    std::ranges::stable_sort(all, std::greater{}, &Fit::score);
    LineGrids result;
    for (Fit& each : all) {
        const auto overlaps = [&](const Grid& grid) { return grid.overlaps(each.grid); };
        const auto is_same = [&](const Grid& grid) { return lie_together(grid, each.grid); };
        if (std::ranges::none_of(result.grids, overlaps)) {
            result.grids.push_back(std::move(each.grid));
        } else if (std::ranges::none_of(result.grids, is_same) &&
                   std::ranges::none_of(result.others, is_same)) {
            result.others.push_back(std::move(each.grid));
        }
    }
    return result;
}

std::optional<Grid> fit_again(const Edges& edges, const Grid& grid, const Limits& limits) {
    constexpr int kFits = 8;  // by then lines stay
    const Grid here = grid.at_offset(-0.5, -0.5);
    std::optional<Fit> fit = fit_lines(throughout(here.xs, static_cast<double>(edges.across.length()) + 1),
                                       throughout(here.ys, static_cast<double>(edges.down.length()) + 1),
                                       edges, kFits, 0, nullptr, limits);
    if (!fit || lie_together(fit->grid, grid)) return std::nullopt;
    return std::move(fit->grid);
}

}  // namespace sapper::screen

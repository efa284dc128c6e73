// Where the board of a picture without lines between cells may lie, by the edges of its sides.
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>

#include "screen/places.hpp"

namespace sapper::screen {

namespace {

constexpr double kAlikeCells = 22;  // grey levels by which cells that are alike may differ
constexpr double kSquare = 0.03;    // how far the width and the height of a cell may differ

struct Span {
    std::size_t first;  // the numbers of two lines
    std::size_t second;
};

// The lines of a picture that may be sides of a board, upright ones or level ones.
class SideLines {
  public:
    // Takes those with the longest edges.
    explicit SideLines(const Steps& steps) {
        constexpr float kEdge = 0.2F;                  // the least part of a full edge
        constexpr double kShortest = 5 * kLeastPitch;  // pixels of a side with an edge
        constexpr std::size_t kMost = 40;
        constexpr std::size_t kClose = 2;  // pixels beside such a line where no other one is
        const std::size_t length = steps.length();
        Plane<char> near(steps.height(), length);
        std::vector<double> counts(length), sums(length);
        for (std::size_t row = 0; row < near.rows(); ++row) {
            const std::span<const float> edges = steps.edges().row(row);
            for (std::size_t x = 0; x < length; ++x) {
                near(row, x) = edges[x] > kEdge || (x > 0 && edges[x - 1] > kEdge) ||
                               (x + 1 < length && edges[x + 1] > kEdge);
                counts[x] += near(row, x);
                sums[x] += edges[x];
            }
        }
        std::vector<std::size_t> order(length);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, std::greater{}, [&](std::size_t x) { return counts[x] + sums[x]; });
        std::vector<char> is_taken(length);
        std::vector<std::size_t> lines;
        for (const std::size_t line : order) {
            if (lines.size() >= kMost || counts[line] < kShortest) break;
            if (is_taken[line]) continue;
            lines.push_back(line);
            for (std::size_t x = line - std::min(line, kClose); x <= std::min(length - 1, line + kClose); ++x)
                is_taken[x] = 1;
        }
        std::ranges::sort(lines);
        sums_ = Plane<int>(lines.size(), near.rows() + 1);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            places.push_back(static_cast<int>(lines[i]) + 1);  // a step lies at the edge of its second pixel
            for (std::size_t row = 0; row < near.rows(); ++row)
                sums_(i, row + 1) = sums_(i, row) + near(row, lines[i]);
        }
    }

    // Pairs of lines that may have this number of cells between them.
    std::vector<Span> spans(int count, std::optional<double> pitch) const {
        constexpr double kOff = 2.5;  // pixels that a board may be larger or smaller than its cells
        std::vector<Span> result;
        for (std::size_t first = 0; first < places.size(); ++first) {
            for (std::size_t second = first + 1; second < places.size(); ++second) {
                const int size = places[second] - places[first];
                if (pitch ? std::abs(size - count * *pitch) <= kOff
                          : size >= kLeastPitch * count && size <= kLargestPitch * count)
                    result.push_back({first, second});
            }
        }
        return result;
    }

    // The part of a line between two places that has an edge.
    double edge_share(std::size_t line, int start, int end) const {
        const auto sum = [&](int place) {
            return sums_(line, std::min(static_cast<std::size_t>(place), sums_.columns() - 1));
        };
        return static_cast<double>(sum(end) - sum(start)) / (end - start);
    }

    std::vector<int> places;  // ascending

  private:
    Plane<int> sums_;  // how many pixels of each line have an edge, up to each place along it
};

// The rectangles of cells with an edge along all sides, the best sides first. Without the width and the
// height of a cell, cells are squares.
std::vector<Grid> rectangles(const SideLines& upright, const SideLines& level, int rows, int columns,
                             const std::optional<Pitches>& pitches) {
    constexpr double kSide = 0.7;  // the least part of a side that has an edge
    constexpr std::size_t kMostSides = 400;
    struct Sides {
        double share;
        Box box;
    };
    std::vector<Sides> candidates;
    const std::vector<Span> across =
        upright.spans(columns, pitches ? std::optional<double>(pitches->width) : std::optional<double>());
    for (const Span& high :
         level.spans(rows, pitches ? std::optional<double>(pitches->height) : std::optional<double>())) {
        const int top = level.places[high.first], bottom = level.places[high.second];
        for (const Span& wide : across) {
            const int left = upright.places[wide.first], right = upright.places[wide.second];
            const double width = static_cast<double>(right - left) / columns;
            const double height = static_cast<double>(bottom - top) / rows;
            if (!pitches && std::abs(width / height - 1) > kSquare) continue;
            const double share = std::min(
                {upright.edge_share(wide.first, top, bottom), upright.edge_share(wide.second, top, bottom),
                 level.edge_share(high.first, left, right), level.edge_share(high.second, left, right)});
            if (share >= kSide) candidates.push_back({share, {left, top, right, bottom}});
        }
    }
    std::ranges::stable_sort(candidates, std::greater{}, &Sides::share);
    if (candidates.size() > kMostSides) candidates.resize(kMostSides);
    std::vector<Grid> grids;
    for (const auto& [share, box] : candidates) {
        double more_x = 0, more_y = 0;
        if (pitches) {
            more_x = (pitches->width * columns - box.width()) / 2;
            more_y = (pitches->height * rows - box.height()) / 2;
        }
        grids.push_back(grid_between(box.left - more_x, box.top - more_y, box.right + more_x,
                                     box.bottom + more_y, rows, columns));
    }
    return grids;
}

// How much the cells of a grid differ from those beside them. Of each cell 25 mean colours are compared.
class Points {
  public:
    // The sums of the colours above and left of each pixel hold ten million pixels.
    using Sums = Plane<std::array<std::uint32_t, 3>>;

    static Sums sums_of(const Pixels& pixels) {
        Sums sums(static_cast<std::size_t>(pixels.height) + 1, static_cast<std::size_t>(pixels.width) + 1);
        for (std::size_t y = 1; y < sums.rows(); ++y) {
            std::array<std::uint32_t, 3> row{};
            for (std::size_t x = 1; x < sums.columns(); ++x) {
                for (std::size_t channel = 0; channel < 3; ++channel) {
                    row[channel] += pixels.at(static_cast<int>(y) - 1, static_cast<int>(x) - 1)[channel];
                    sums(y, x)[channel] = sums(y - 1, x)[channel] + row[channel];
                }
            }
        }
        return sums;
    }

    Points(const Sums& sums, const Grid& grid)
        : xs_(cuts(grid.xs, sums.columns() - 1)),
          ys_(cuts(grid.ys, sums.rows() - 1)),
          colours_(ys_.size() - 1, xs_.size() - 1) {
        for (std::size_t y = 0; y < colours_.rows(); ++y) {
            for (std::size_t x = 0; x < colours_.columns(); ++x) {
                const std::size_t area = (xs_[x + 1] - xs_[x]) * (ys_[y + 1] - ys_[y]);
                for (std::size_t channel = 0; channel < 3; ++channel) {
                    const auto sum = [&](std::size_t down, std::size_t right) {
                        return sums(ys_[y + down], xs_[x + right])[channel];
                    };
                    colours_(y, x)[channel] =
                        static_cast<float>(sum(1, 1) - sum(0, 1) - sum(1, 0) + sum(0, 0)) /
                        static_cast<float>(std::max<std::size_t>(1, area));
                }
            }
        }
    }

    // In grey levels. A cell is compared with the one beside it that is most like it.
    double differs() const {
        const std::size_t rows = colours_.rows() / kAcross, columns = colours_.columns() / kAcross;
        Plane<double> least(rows, columns, kAlikeCells);
        const auto compare = [&](std::size_t row, std::size_t column, std::size_t down, std::size_t right) {
            double sum = 0;
            for (std::size_t y = row * kAcross; y < (row + 1) * kAcross; ++y) {
                for (std::size_t x = column * kAcross; x < (column + 1) * kAcross; ++x) {
                    const Colour& here = colours_(y, x);
                    const Colour& there = colours_(y + down * kAcross, x + right * kAcross);
                    for (std::size_t channel = 0; channel < 3; ++channel)
                        sum += std::abs(here[channel] - there[channel]);
                }
            }
            for (double* const each : {&least(row, column), &least(row + down, column + right)})
                *each = std::min(*each, sum / (3 * kAcross * kAcross));
        };
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t column = 0; column < columns; ++column) {
                if (row + 1 < rows) compare(row, column, 1, 0);
                if (column + 1 < columns) compare(row, column, 0, 1);
            }
        }
        return std::accumulate(least.all().begin(), least.all().end(), 0.0) /
               static_cast<double>(rows * columns);
    }

    // The number of different cells, about.
    std::size_t kinds() const {
        constexpr std::size_t kMost = 60;  // more is no board
        const std::size_t columns = colours_.columns() / kAcross;
        std::vector<std::size_t> left(colours_.rows() / kAcross * columns);
        std::iota(left.begin(), left.end(), std::size_t{0});
        std::size_t kinds = 0;
        for (; !left.empty() && kinds < kMost; ++kinds) {
            const std::size_t first = left[0];
            std::erase_if(left, [&](std::size_t cell) {
                for (std::size_t i = 0; i < kAcross * kAcross; ++i) {
                    const auto point = [&](std::size_t each) {
                        return colours_(each / columns * kAcross + i / kAcross,
                                        each % columns * kAcross + i % kAcross);
                    };
                    if (apart(point(first), point(cell)) >= kAlikeCells) return false;
                }
                return true;
            });
        }
        return kinds + left.size();
    }

  private:
    static constexpr std::size_t kAcross = 5;  // in each direction

    static std::vector<std::size_t> cuts(const Lines& lines, std::size_t end) {
        const std::size_t count = kAcross * (lines.size() - 1);
        std::vector<std::size_t> result;
        for (std::size_t i = 0; i <= count; ++i) {
            const double part = static_cast<double>(i) / static_cast<double>(count);
            const int place = nearest_int(lines.front() + (lines.back() - lines.front()) * part);
            result.push_back(static_cast<std::size_t>(std::clamp(place, 0, static_cast<int>(end))));
        }
        return result;
    }

    std::vector<std::size_t> xs_;
    std::vector<std::size_t> ys_;
    Plane<Colour> colours_;
};

// The grid, moved and resized by some pixels so that cells are most like those beside them. Sides may be
// thick, or stand a little apart from the board.
Grid refine_grid(const Points::Sums& sums, Grid grid) {
    const auto settle = [&](double left, double top, double right, double bottom,
                            std::initializer_list<int> steps) {
        const Grid before = grid;
        double least = std::numeric_limits<double>::infinity();
        for (const int step : steps) {
            const Grid other = grid_between(before.xs.front() + step * left, before.ys.front() + step * top,
                                            before.xs.back() + step * right, before.ys.back() + step * bottom,
                                            before.rows(), before.columns());
            const double differs = Points(sums, other).differs();
            if (differs < least) {
                least = differs;
                grid = other;
            }
        }
    };
    settle(1, 0, 1, 0, {0, -1, 1, -2, 2, -3, 3});
    settle(0, 0, 1, 0, {0, -1, 1, -2, 2});
    settle(0, 1, 0, 1, {0, -1, 1, -2, 2, -3, 3});
    settle(0, 0, 0, 1, {0, -1, 1, -2, 2});
    return grid;
}

}  // namespace

std::vector<Grid> find_fields(const Pixels& pixels, const Edges& edges, int rows, int columns,
                              const Limits& limits) {
    constexpr std::size_t kSecondLooks = 4;  // for each pair of pitches, for a second look
    constexpr std::size_t kFields = 4;
    const Points::Sums sums = Points::sums_of(pixels);
    const SideLines upright(edges.across), level(edges.down);
    std::vector<std::tuple<std::size_t, double, Grid>> candidates;  // kinds
    for (std::size_t i = 0; i <= edges.pitches.size(); ++i) {
        std::optional<Pitches> pitches;
        if (i < edges.pitches.size()) pitches = edges.pitches[i];
        std::vector<std::pair<double, Grid>> ratings;
        for (Grid& grid : rectangles(upright, level, rows, columns, pitches)) {
            poll(limits);
            const double differs = Points(sums, grid).differs();
            ratings.emplace_back(differs, std::move(grid));
        }
        std::ranges::stable_sort(ratings, std::less{}, &std::pair<double, Grid>::first);
        for (std::size_t place = 0; place < std::min(kSecondLooks, ratings.size()); ++place) {
            poll(limits);
            Grid grid = refine_grid(sums, ratings[place].second);
            const Points points(sums, grid);
            candidates.emplace_back(points.kinds(), points.differs(), std::move(grid));
        }
    }
    std::ranges::stable_sort(candidates, std::less{},
                             [](const auto& each) { return std::tie(std::get<0>(each), std::get<1>(each)); });
    std::vector<Grid> fields;
    for (std::size_t i = 0; i < std::min(kFields, candidates.size()); ++i)
        fields.push_back(std::move(std::get<2>(candidates[i])));
    return fields;
}

namespace {

// Where edges that are near each other begin and end.
struct Cluster {
    double low;
    double high;
    double share;  // the most of the band that has an edge at one place
};

// The lines around some cells beside each other. Of the outer ones, only the half inside the board counts.
std::vector<double> lines_around(const std::vector<Cluster>& run) {
    std::vector<double> widths, places;
    for (std::size_t i = 1; i + 1 < run.size(); ++i) {
        widths.push_back(run[i].high - run[i].low);
        places.push_back((run[i].low + run[i].high) / 2);
    }
    const double half = median_of(widths) / 2;
    places.insert(places.begin(), run.front().high - half);
    places.push_back(run.back().low + half);
    return places;
}

// The lines around some number of cells beside each other, from the edges of a band across them; with 0,
// around as many as there are. Digits below each other may count as no line.
std::vector<std::vector<double>> runs_in(const Steps& steps, int low, int high, double pitch, int count,
                                         bool without_digits) {
    constexpr float kEdge = 0.2F;       // the least part of a full edge
    constexpr double kAlong = 0.45;     // the least share of a line between cells that has an edge
    constexpr double kWhole = 0.75;     // and of one that is surely a line
    constexpr int kTogether = 4;        // edges at most so many pixels apart are of one line
    constexpr double kLeastGap = 0.72;  // the least width of a cell, as a part of the usual one
    constexpr double kMostGap = 1.4;    // and the most
    const std::size_t top = static_cast<std::size_t>(std::max(0, low));
    const std::size_t bottom = std::min(static_cast<std::size_t>(std::max(0, high)), steps.height());
    std::vector<Cluster> clusters;
    for (std::size_t x = 0; x < steps.length() && top < bottom; ++x) {
        std::size_t edges = 0;
        for (std::size_t row = top; row < bottom; ++row)
            edges += steps.edges()(row, x) > kEdge;
        const double share = static_cast<double>(edges) / static_cast<double>(bottom - top);
        if (share < kAlong) continue;
        const double place = static_cast<double>(x) + 1.5;
        if (clusters.empty() || place - clusters.back().high > kTogether)
            clusters.push_back({place, place, share});
        clusters.back().high = place;
        clusters.back().share = std::max(clusters.back().share, share);
    }
    const auto is_cell = [&](const Cluster& one, const Cluster& other) {
        const double gap = (other.low + other.high - one.low - one.high) / 2;
        return gap >= kLeastGap * pitch && gap <= kMostGap * pitch;
    };
    std::vector<Cluster> lines;  // without digits below each other, between lines around a cell
    for (const Cluster& line : clusters) {
        const auto whole = std::find_if(lines.rbegin(), lines.rend(),
                                        [](const Cluster& each) { return each.share >= kWhole; });
        if (without_digits && line.share >= kWhole && whole != lines.rend() && is_cell(*whole, line))
            lines.erase(whole.base(), lines.end());
        lines.push_back(line);
    }
    std::vector<std::vector<double>> runs;
    std::vector<Cluster> run;
    const auto end_run = [&] {
        if (count == 0 && static_cast<int>(run.size()) > kLeastLines) runs.push_back(lines_around(run));
        run.clear();
    };
    for (const Cluster& line : lines) {
        if (!run.empty() && !is_cell(run.back(), line)) end_run();
        run.push_back(line);
        if (count == 0) continue;
        if (static_cast<int>(run.size()) > count + 1) run.erase(run.begin());
        if (static_cast<int>(run.size()) == count + 1) runs.push_back(lines_around(run));
    }
    end_run();
    return runs;
}

// Boards of which a part was found, if their columns or rows have widths or heights of their own. Programs
// whose rows and columns are as large as what is in them have such boards.
void add_uneven(const Edges& edges, const Grid& part, int rows, int columns, bool without_digits,
                std::vector<Grid>& result) {
    const Box box = part.box();
    for (const std::vector<double>& xs :
         runs_in(edges.across, box.top, box.bottom, part.width(), columns, without_digits)) {
        if (xs[0] >= box.right || xs.back() <= box.left) continue;
        for (std::vector<double>& ys : runs_in(edges.down, nearest_int(xs[0]), nearest_int(xs.back()),
                                               part.height(), rows, without_digits)) {
            if (ys[0] < box.bottom && ys.back() > box.top) result.push_back({xs, std::move(ys)});
        }
    }
}

}  // namespace

std::vector<Grid> find_uneven(const Edges& edges, const Grid& part, bool without_digits) {
    std::vector<Grid> result;
    add_uneven(edges, part, 0, 0, without_digits, result);
    return result;
}

std::vector<Grid> grids_like(const Pixels& pixels, const Grid& before, const Limits& limits) {
    constexpr std::size_t kMostPlaces = 3;  // places of the picture
    const Edges edges = edges_of(pixels, limits);
    const int rows = before.rows();
    const int columns = before.columns();
    std::vector<Grid> grids_with_lines;
    add_uneven(edges, before, rows, columns, false, grids_with_lines);
    std::vector<Grid> grids = find_grids(edges, limits);
    if (grids.size() > kMostPlaces) grids.resize(kMostPlaces);
    for (const Grid& grid : grids) {
        Outline wide = widen_outline(pixels, grid, limits);
        const Grid widest = wide.grid;
        const Grid narrow = trim_outline(pixels, std::move(wide), limits).grid;
        for (const Grid& each : {narrow, widest, grid}) {
            if (each.rows() != rows || each.columns() != columns) continue;
            grids_with_lines.push_back(each);
            break;
        }
        add_uneven(edges, grid, rows, columns, false, grids_with_lines);
    }
    struct Candidate {
        std::size_t looks;
        Grid grid;
    };
    std::vector<Candidate> candidates;
    for (Grid& grid : grids_with_lines) {
        if (std::ranges::find(candidates, grid, &Candidate::grid) == candidates.end())
            candidates.push_back({looks_of(faces_of(pixels, grid, limits), limits).size(), std::move(grid)});
    }
    std::ranges::stable_sort(candidates, std::less{}, &Candidate::looks);
    std::vector<Grid> result;
    for (Candidate& each : candidates)
        result.push_back(std::move(each.grid));
    return result;
}

}  // namespace sapper::screen

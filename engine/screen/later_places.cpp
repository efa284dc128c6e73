#include "screen/outline.hpp"
#include "screen/places.hpp"

namespace sapper::screen {

namespace {

// Where edges that are near each other begin and end.
struct Cluster {
    double low;
    double high;
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

// The lines around some number of cells beside each other, from the edges of a band across them.
std::vector<std::vector<double>> runs_in(const Steps& steps, int low, int high, double pitch, int count) {
    constexpr float kEdge = 0.2F;       // the least part of a full edge
    constexpr double kAlong = 0.45;     // the least share of a line between cells that has an edge
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
        if (static_cast<double>(edges) < kAlong * static_cast<double>(bottom - top)) continue;
        const double place = static_cast<double>(x) + 1.5;
        if (clusters.empty() || place - clusters.back().high > kTogether) clusters.push_back({place, place});
        clusters.back().high = place;
    }
    std::vector<std::vector<double>> runs;
    std::vector<Cluster> run;
    for (const Cluster& line : clusters) {
        if (!run.empty()) {
            const double gap = (line.low + line.high - run.back().low - run.back().high) / 2;
            if (gap < kLeastGap * pitch || gap > kMostGap * pitch) run.clear();
        }
        run.push_back(line);
        if (static_cast<int>(run.size()) > count + 1) run.erase(run.begin());
        if (static_cast<int>(run.size()) == count + 1) runs.push_back(lines_around(run));
    }
    return runs;
}

// Boards of which a part was found, if their columns or rows have widths or heights of their own. Programs
// whose rows and columns are as large as what is in them have such boards.
void add_uneven(const Edges& edges, const Grid& part, int rows, int columns, std::vector<Grid>& result) {
    const Box box = part.box();
    for (const std::vector<double>& xs : runs_in(edges.across, box.top, box.bottom, part.width(), columns)) {
        if (xs[0] >= box.right || xs.back() <= box.left) continue;
        for (std::vector<double>& ys :
             runs_in(edges.down, rounded(xs[0]), rounded(xs.back()), part.height(), rows)) {
            if (ys[0] < box.bottom && ys.back() > box.top) result.push_back({xs, std::move(ys)});
        }
    }
}

}  // namespace

std::vector<Grid> grids_like(const Pixels& pixels, const Grid& before, const Limits& limits) {
    constexpr std::size_t kTried = 3;  // places of the picture
    const Edges edges = edges_of(pixels, limits);
    const int rows = before.rows();
    const int columns = before.columns();
    std::vector<Grid> lined;
    add_uneven(edges, before, rows, columns, lined);
    std::vector<Grid> grids = find_grids(edges, limits);
    if (grids.size() > kTried) grids.resize(kTried);
    for (const Grid& grid : grids) {
        Outline wide = widened(pixels, grid, limits);
        const Grid widest = wide.grid;
        const Grid trim = trimmed(pixels, std::move(wide), limits).grid;
        for (const Grid& each : {trim, widest, grid}) {
            if (each.rows() != rows || each.columns() != columns) continue;
            lined.push_back(each);
            break;
        }
        add_uneven(edges, grid, rows, columns, lined);
    }
    struct Rated {
        std::size_t looks;
        Grid grid;
    };
    std::vector<Rated> rated;
    for (Grid& grid : lined) {
        if (std::ranges::find(rated, grid, &Rated::grid) == rated.end())
            rated.push_back({looks_of(faces_of(pixels, grid, limits), limits).size(), std::move(grid)});
    }
    std::ranges::stable_sort(rated, std::less{}, &Rated::looks);
    std::vector<Grid> result;
    for (Rated& each : rated)
        result.push_back(std::move(each.grid));
    return result;
}

}  // namespace sapper::screen

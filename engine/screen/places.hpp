// Finds where boards may lie in a picture, and where they end. No look of any program is known here. The
// rules of the game decide which of the places are boards.
//
// First come the straight edges of the picture, and the distances at which they repeat across and down.
// Averages of signed differences along a line keep straight edges, and lose dither, noise and most of the
// digits. That takes time in proportion to the pixels, and 40 bytes for each.
//
// A grid is widened or trimmed to the cells that the picture shows before anything is read. Later, in looks
// that have no lines between open cells, a row or a column of empty cells without lines looks like the window
// around the board. The board surely ends where hidden cells are, since no empty cell touches one, and at an
// edge along its whole side. But if half a cell more is drawn like the others, the lines that were found may
// not be the edges of cells.
#pragma once

#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "board/position.hpp"
#include "screen/looks.hpp"
#include "screen/pixels.hpp"

namespace sapper::screen {

inline constexpr int kLeastPitch = 7;  // the smallest cells in pixels; a digit has no shape in smaller ones
inline constexpr int kLargestPitch = 160;  // the largest cells in pixels
inline constexpr int kLeastLines = 4;      // the fewest rows and columns of a board that is recognised

// The differences of pixels beside each other along the rows.
class Steps {
  public:
    // Makes them of planes. Each plane has the differences of one kind of brightness.
    explicit Steps(const std::array<Plane<float>, 2>& planes, const Limits& limits);

    // How much of an edge across each place is, 0 to 1. The edge is straight for some pixels.
    const Plane<float>& edges() const { return edges_; }
    std::size_t height() const { return edges_.rows(); }
    std::size_t length() const { return edges_.columns(); }
    // The sums of `edges` in each column, for rows from `low` to before `high` and columns from `left` to
    // before `right`. Bounds outside the picture are moved to its end.
    std::vector<double> profile(int low, int high, int left, int right) const;
    std::vector<double> profile(int low, int high) const {
        return profile(low, high, 0, static_cast<int>(length()));
    }
    // For each column the sum of the differences in a span of rows, in grey levels, of the kind that has
    // more. At least one row counts.
    void strengths_between(int low, int high, std::vector<double>& strengths) const;

  private:
    std::array<Plane<float>, 2> sums_;  // of the differences above each row; one row more than the picture
    Plane<float> edges_;
    Plane<float> above_;  // the sums of `edges_` above each row
};

struct Pitches {
    double width;
    double height;
};

struct Edges {
    Steps across;                  // the differences of pixels beside each other
    Steps down;                    // those of pixels above each other, with rows and columns turned
    std::vector<Pitches> pitches;  // widths and heights of cells at which edges repeat, the likeliest first
};

// The edges of a picture. One that is too small for a board has none.
Edges edges_of(const Pixels& pixels, const Limits& limits);

// By the lines between cells: the places with edges that repeat across and down, the most cells first.
struct LineGrids {
    std::vector<Grid> grids;   // they do not overlap
    std::vector<Grid> others;  // they overlap the first. A board that is read in none of these may lie there
};
LineGrids find_line_grids(const Edges& edges, const Limits& limits);
// Fits the lines of a grid again until they stay. Returns nothing if this gives the same grid, or none.
std::optional<Grid> fit_again(const Edges& edges, const Grid& grid, const Limits& limits);
inline std::vector<Grid> find_grids(const Edges& edges, const Limits& limits) {
    return find_line_grids(edges, limits).grids;
}
inline std::vector<Grid> find_grids(const Pixels& pixels, const Limits& limits) {
    return find_grids(edges_of(pixels, limits), limits);
}

// By the sides of the whole board, if its size is known: the rectangles that look like a board of this size,
// those with the fewest different cells first. They may overlap.
std::vector<Grid> find_fields(const Pixels& pixels, const Edges& edges, int rows, int columns,
                              const Limits& limits);

// By what is drawn in the cells: digits of one height lie in rows and columns at equal distances, and covered
// cells of a colour of their own say how far the board goes. Those of the most frequent height come first.
// Takes time in proportion to the pixels, and 16 bytes for each.
std::vector<Grid> find_digit_grids(const Pixels& pixels, const Edges& edges, const Limits& limits);

// By a part of a board: places where rows and columns are not equally wide, because they are as large as what
// is in them. Digits below each other look like a line. Without them, more may be of a board than is.
std::vector<Grid> find_uneven(const Edges& edges, const Grid& part, bool without_digits = false);

// By where a board was in an earlier picture: it moved, or its cells are larger, or not equal. Places with
// lines between as many rows and columns, those with the fewest different cells first.
std::vector<Grid> grids_like(const Pixels& pixels, const Grid& before, const Limits& limits);

// Half-open ranges of rows and columns.
struct Rectangle {
    std::size_t low = 0;
    std::size_t high = 0;
    std::size_t first = 0;
    std::size_t last = 0;
    double score = 0;  // at most the number of cells
};

struct Framing {
    Rectangle cells;
    // Whether every second line has no edges, or few, so that the cells are twice as wide or as high.
    bool is_halved_across;
    bool is_halved_down;
};

// The rectangle of cells with edges on their four sides and not across their middle.
Framing best_framing(const Edges& edges, const Lines& xs, const Lines& ys, const Limits& limits);

// "left", "top", "right" or "bottom".
using Side = std::string_view;

struct Outline {
    Grid grid;
    Faces faces;
    std::vector<Look> looks;
    std::set<Side> unclear;  // the sides where what was left out may be cells, too
};

// The grid and the rows and columns beside it that show what is drawn inside, and in which at least a share
// of the cells looks like some inside: the board goes on. The result has no looks yet.
Outline widen_outline(const Pixels& pixels, Grid grid, const Limits& limits, double share = 0);

// The grid without outer rows and columns that have little in common with the rest, and its looks.
Outline trim_outline(const Pixels& pixels, Outline outline, const Limits& limits);

// Whether most of the outer rows and columns has looks that are elsewhere, too.
bool goes_round(const Grid& grid, const std::vector<Look>& looks);

struct Ends {
    Grid grid;               // with the empty rows and columns that surely belong to it
    std::set<Side> unclear;  // the sides where the board may end elsewhere
};

// `marks` is what the board shows in the grid where it was found.
Ends ends_of(const Pixels& pixels, const Grid& grid, const std::vector<Mark>& marks,
             const std::vector<Look>& looks);

// The sides of a board where another one, of cells as large, has some more of them: up to a number of rows or
// columns.
std::set<Side> sides_beyond(const Grid& grid, const Grid& other, double most);

// The sides where more than a share of the cells outside the core look like those in it, of which only
// the covered ones count if there are marks.
std::set<Side> alike_beyond(const Plane<int>& numbers, const Box& core, double share,
                            const std::vector<Mark>& marks = {});

// The sides of a board where covered cells or digits like its own follow in cells that are not as wide or as
// high: it may be a part of a board whose rows and columns are not equally wide.
std::set<Side> uneven_beyond(const Pixels& pixels, const Edges& edges, const Grid& grid,
                             const std::vector<Mark>& marks, const Limits& limits);

// The sides where one more row or column would look like covered cells of the board, or have digits like its
// own: it may be a part.
std::set<Side> even_beyond(const Pixels& pixels, const Grid& grid, const std::vector<Mark>& marks,
                           const Limits& limits);

}  // namespace sapper::screen

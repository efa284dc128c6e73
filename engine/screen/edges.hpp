// The straight edges of a picture, and the distances at which they repeat across and down. Averages of signed
// differences along a line keep straight edges, and lose dither, noise and most of the digits. Takes time in
// proportion to the pixels, and 40 bytes for each.
#pragma once

#include <array>
#include <utility>
#include <vector>

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

}  // namespace sapper::screen

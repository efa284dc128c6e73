// The pixels of a picture, colours, and where cells lie in it. `Pixels` is a view: parts, mirror images and
// transposed pictures cost nothing, and whoever has the bytes keeps them alive. What of a part lies outside
// the picture is left out.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "util/limits.hpp"

namespace sapper::screen {

using Colour = std::array<float, 3>;  // red, green, blue, 0 to 255

struct Box {
    int left;
    int top;
    int right;
    int bottom;
    auto operator<=>(const Box&) const = default;
    int width() const { return right - left; }
    int height() const { return bottom - top; }
    bool overlaps(const Box& other) const {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
    Box at_offset(int across, int down) const {
        return {left + across, top + down, right + across, bottom + down};
    }
    // The smallest box around both.
    Box with(const Box& other) const {
        return {std::min(left, other.left), std::min(top, other.top), std::max(right, other.right),
                std::max(bottom, other.bottom)};
    }
};

// The nearest whole number; the even one of two.
inline int nearest_int(double value) {
    return static_cast<int>(std::nearbyint(value));
}

inline void poll(const Limits& limits) {
    if (limits.poll) limits.poll();
}

struct Pixels {
    const std::uint8_t* first;  // three bytes for each pixel
    std::ptrdiff_t down;        // how many bytes the pixel below is further on
    std::ptrdiff_t right;       // and the pixel at the right
    int height;
    int width;

    static Pixels of(const std::uint8_t* first, int height, int width) {
        return {first, std::ptrdiff_t{3} * width, 3, height, width};
    }

    const std::uint8_t* at(int y, int x) const { return first + y * down + x * right; }
    // Calls visit(pixel) for each, row by row.
    template <typename Visit>
    void each(Visit visit) const {
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x)
                visit(at(y, x));
        }
    }
    bool empty() const { return height <= 0 || width <= 0; }
    Pixels part(int left, int top, int to_right, int to_bottom) const;
    // Rows become columns.
    Pixels transpose() const { return {first, right, down, width, height}; }
    // Left becomes right.
    Pixels mirror_image() const { return {first + (width - 1) * right, down, -right, height, width}; }
};

// The largest difference of two colours in a channel.
inline float apart(const Colour& one, const Colour& other) {
    return std::max({std::abs(one[0] - other[0]), std::abs(one[1] - other[1]), std::abs(one[2] - other[2])});
}

inline Colour colour_at(const std::uint8_t* pixel) {
    return {static_cast<float>(pixel[0]), static_cast<float>(pixel[1]), static_cast<float>(pixel[2])};
}

// The mean of some colours with these sums.
inline Colour mean_of(const std::array<double, 3>& sums, double count) {
    return {static_cast<float>(sums[0] / count), static_cast<float>(sums[1] / count),
            static_cast<float>(sums[2] / count)};
}

// Whether a colour is at most so many grey levels from one of some.
inline bool is_near(const std::vector<Colour>& colours, const Colour& colour, float most) {
    return std::ranges::any_of(colours, [&](const Colour& each) { return apart(each, colour) <= most; });
}

// The middle one of some values, or the mean of the two in the middle. There must be one.
double median_of(std::vector<double> values);
// The medians of the channels.
Colour median_of(std::span<const Colour> colours);
Colour median_of(const Pixels& part);

Colour mean_of(const Pixels& part);
// The mean colour of each column of pixels.
std::vector<Colour> column_means(const Pixels& part);

// The share of the values for which something holds; 0 if there are none.
template <typename Values, typename Holds>
double share_of(const Values& values, Holds holds) {
    if (values.empty()) return 0;
    return static_cast<double>(std::count_if(values.begin(), values.end(), holds)) /
           static_cast<double>(values.size());
}

// Values in rows.
template <typename T>
class Plane {
  public:
    Plane() = default;
    Plane(std::size_t rows, std::size_t columns, T value = T{})
        : rows_(rows), columns_(columns), values_(rows * columns, value) {}

    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    bool empty() const { return values_.empty(); }
    T& operator()(std::size_t row, std::size_t column) { return values_[row * columns_ + column]; }
    const T& operator()(std::size_t row, std::size_t column) const {
        return values_[row * columns_ + column];
    }
    std::span<T> row(std::size_t number) { return {values_.data() + number * columns_, columns_}; }
    std::span<const T> row(std::size_t number) const {
        return {values_.data() + number * columns_, columns_};
    }
    std::span<const T> all() const { return values_; }
    std::span<T> all() { return values_; }

    Plane transpose() const {
        Plane other(columns_, rows_);
        constexpr std::size_t kBlock = 32;  // so that both sides stay in the cache
        for (std::size_t top = 0; top < rows_; top += kBlock) {
            for (std::size_t column = 0; column < columns_; ++column) {
                for (std::size_t row = top; row < std::min(rows_, top + kBlock); ++row)
                    other(column, row) = (*this)(row, column);
            }
        }
        return other;
    }

  private:
    std::size_t rows_ = 0;
    std::size_t columns_ = 0;
    std::vector<T> values_;
};

using Lines = std::vector<double>;  // places in pixels

// Lines with some more on each side, or fewer, at the distance that the outer ones have.
Lines longer(const Lines& lines, int before, int after);

// Some programs draw cells that differ by a pixel, so each line has its own place.
struct Grid {
    Lines xs;  // the lines from left to right, in pixels; one more than there are columns
    Lines ys;  // the lines from top to bottom; one more than there are rows

    bool operator==(const Grid&) const = default;
    int rows() const { return static_cast<int>(ys.size()) - 1; }
    int columns() const { return static_cast<int>(xs.size()) - 1; }
    // The mean width and height of a cell.
    double width() const { return (xs.back() - xs.front()) / columns(); }
    double height() const { return (ys.back() - ys.front()) / rows(); }
    double size() const { return std::min(width(), height()); }
    // Its sides, rounded to pixels.
    Box box() const {
        return {nearest_int(xs[0]), nearest_int(ys[0]), nearest_int(xs.back()), nearest_int(ys.back())};
    }
    // Whether a place is in both.
    bool overlaps(const Grid& other) const;
    Grid at_offset(double right, double down) const;
    // With some more rows and columns on each side, or fewer.
    Grid with_margins(int up, int left, int down, int right) const;
};

// The grid of equal cells between the sides of a board.
Grid grid_between(double left, double top, double right, double bottom, int rows, int columns);

}  // namespace sapper::screen

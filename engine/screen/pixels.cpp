#include "screen/pixels.hpp"

namespace sapper::screen {

Pixels Pixels::part(int left, int top, int to_right, int to_bottom) const {
    left = std::clamp(left, 0, width);
    top = std::clamp(top, 0, height);
    return {at(top, left), down, right, std::clamp(to_bottom, top, height) - top,
            std::clamp(to_right, left, width) - left};
}

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

Colour median_of(std::span<const Colour> colours) {
    Colour medians;
    std::vector<double> values(colours.size());
    for (std::size_t channel = 0; channel < 3; ++channel) {
        for (std::size_t i = 0; i < colours.size(); ++i)
            values[i] = colours[i][channel];
        medians[channel] = static_cast<float>(median_of(values));
    }
    return medians;
}

Colour median_of(const Pixels& part) {
    std::array<std::array<int, 256>, 3> counts{};
    part.each([&](const std::uint8_t* pixel) {
        for (std::size_t channel = 0; channel < 3; ++channel)
            ++counts[channel][pixel[channel]];
    });
    // The place of the middle value, and that of the one before if their number is even.
    const int total = part.height * part.width;
    Colour medians;
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const auto value_at = [&](int place) {
            std::size_t value = 0;
            for (int below = counts[channel][0]; below <= place; below += counts[channel][value])
                ++value;
            return static_cast<float>(value);
        };
        medians[channel] = (value_at(total / 2) + value_at((total - 1) / 2)) / 2;
    }
    return medians;
}

Colour mean_of(const Pixels& part) {
    std::array<double, 3> sums{};
    part.each([&](const std::uint8_t* pixel) {
        for (std::size_t channel = 0; channel < 3; ++channel)
            sums[channel] += pixel[channel];
    });
    const double count = std::max(1.0, static_cast<double>(part.height) * part.width);
    return mean_of(sums, count);
}

std::vector<Colour> column_means(const Pixels& part) {
    std::vector<Colour> means;
    for (int x = 0; x < part.width; ++x)
        means.push_back(mean_of(part.part(x, 0, x + 1, part.height)));
    return means;
}

Lines longer(const Lines& lines, int before, int after) {
    constexpr std::size_t kOutermost = 3;  // cells at a side whose mean size continues beside the board
    const std::size_t count = lines.size();
    const std::size_t near = std::min(kOutermost, count - 1);
    const double first = (lines[near] - lines[0]) / static_cast<double>(near);
    const double last = (lines[count - 1] - lines[count - 1 - near]) / static_cast<double>(near);
    Lines result;
    for (int i = before; i > 0; --i)
        result.push_back(lines[0] - first * i);
    const auto cut_count = [](int more) { return std::max(0, -more); };
    for (int i = cut_count(before); i < static_cast<int>(count) - cut_count(after); ++i)
        result.push_back(lines[static_cast<std::size_t>(i)]);
    for (int i = 1; i <= after; ++i)
        result.push_back(lines[count - 1] + last * i);
    return result;
}

bool Grid::overlaps(const Grid& other) const {
    return box().overlaps(other.box());
}

Grid Grid::at_offset(double right, double down) const {
    Grid grid = *this;
    for (double& x : grid.xs)
        x += right;
    for (double& y : grid.ys)
        y += down;
    return grid;
}

Grid Grid::with_margins(int up, int left, int down, int right) const {
    return {longer(xs, left, right), longer(ys, up, down)};
}

Grid grid_between(double left, double top, double right, double bottom, int rows, int columns) {
    Grid grid;
    for (int i = 0; i <= columns; ++i)
        grid.xs.push_back(left + (right - left) * i / columns);
    for (int i = 0; i <= rows; ++i)
        grid.ys.push_back(top + (bottom - top) * i / rows);
    return grid;
}

}  // namespace sapper::screen

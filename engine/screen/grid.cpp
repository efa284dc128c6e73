#include "screen/grid.hpp"

namespace sapper::screen {

Lines longer(const Lines& lines, int before, int after) {
    constexpr std::size_t kOutermost = 3;  // cells at a side whose mean size continues beside the board
    const std::size_t count = lines.size();
    const std::size_t near = std::min(kOutermost, count - 1);
    const double first = (lines[near] - lines[0]) / static_cast<double>(near);
    const double last = (lines[count - 1] - lines[count - 1 - near]) / static_cast<double>(near);
    Lines result;
    for (int i = before; i > 0; --i)
        result.push_back(lines[0] - first * i);
    const auto dropped = [](int more) { return std::max(0, -more); };
    for (int i = dropped(before); i < static_cast<int>(count) - dropped(after); ++i)
        result.push_back(lines[static_cast<std::size_t>(i)]);
    for (int i = 1; i <= after; ++i)
        result.push_back(lines[count - 1] + last * i);
    return result;
}

bool Grid::overlaps(const Grid& other) const {
    const Box one = box();
    const Box two = other.box();
    return one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
}

Grid Grid::moved(double right, double down) const {
    Grid grid = *this;
    for (double& x : grid.xs)
        x += right;
    for (double& y : grid.ys)
        y += down;
    return grid;
}

Grid Grid::grown(int up, int left, int down, int right) const {
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

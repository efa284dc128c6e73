#include "knowledge/rules.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t less(std::uint32_t value, std::uint32_t by) {
    return value > by ? value - by : 0;
}

// Bounds on the shared cells from one set that has `own` other cells.
Bounds common(Bounds mines, std::uint32_t own, std::uint32_t both) {
    return {less(mines.least, own), std::min(both, mines.most)};
}

// Bounds on one part of a set if the other part has these bounds.
Bounds rest(Bounds mines, std::uint32_t cells, Bounds other) {
    return {less(mines.least, other.most), std::min(cells, less(mines.most, other.least))};
}

// Bounds on the cells that only this set has. Reported only if the other set improves on what this set says
// by itself.
Bounds own(Bounds mines, std::uint32_t cells, Bounds by_itself, Bounds by_both) {
    const Bounds found = rest(mines, cells, by_both);
    const Bounds known = rest(mines, cells, by_itself);
    return found == known ? Bounds{0, cells} : found;
}

}  // namespace

Finding subset_rule(const Overlap& overlap) {
    Finding found(overlap);
    if (!overlap.first.exact() || !overlap.second.exact()) return found;
    const std::uint32_t first = overlap.first.most;
    const std::uint32_t second = overlap.second.most;
    if (overlap.left == 0) {
        found.right = {less(second, first), less(second, first)};
    } else if (overlap.right == 0) {
        found.left = {less(first, second), less(first, second)};
    }
    return found;
}

Finding proposition_rule(const Overlap& overlap) {
    Finding found = subset_rule(overlap);
    if (!overlap.first.exact() || !overlap.second.exact()) return found;
    const std::uint32_t first = overlap.first.most;
    const std::uint32_t second = overlap.second.most;
    if (first >= second && first - second == overlap.left) {
        found.left.least = overlap.left;
        found.right.most = 0;
        found.both = {second, second};
    } else if (second >= first && second - first == overlap.right) {
        found.right.least = overlap.right;
        found.left.most = 0;
        found.both = {first, first};
    }
    return found;
}

Finding bounds_rule(const Overlap& overlap) {
    Finding found(overlap);
    const Bounds of_first = common(overlap.first, overlap.left, overlap.both);
    const Bounds of_second = common(overlap.second, overlap.right, overlap.both);
    const Bounds both = both_of(of_first, of_second);
    if (both != of_first && both != of_second) found.both = both;
    found.left = own(overlap.first, overlap.left, of_first, both);
    found.right = own(overlap.second, overlap.right, of_second, both);
    return found;
}

}  // namespace sapper

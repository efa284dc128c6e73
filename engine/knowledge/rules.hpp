// Rules about two overlapping sets of cells. They say what both sets together prove about the cells that only
// one of them has, and about those that both have. Rules see sizes and bounds, never cells. A rule reports
// bounds on a region only if neither set gives them alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "board/topology.hpp"

namespace sapper {

// A set holds at least `least` and at most `most` mines.
struct Bounds {
    std::uint32_t least = 0;
    std::uint32_t most = 0;

    bool operator==(const Bounds&) const = default;
    bool exact() const { return least == most; }
    bool possible() const { return least <= most; }
    bool decides(std::size_t cells) const { return most == 0 || least >= cells; }
    bool tells(std::size_t cells) const { return least > 0 || most < cells; }
};

inline Bounds both_of(Bounds one, Bounds other) {
    return {std::max(one.least, other.least), std::min(one.most, other.most)};
}

// The cells that only the first set has, that both have, and that only the second has. All ascending.
struct Regions {
    std::vector<Cell> left;
    std::vector<Cell> both;
    std::vector<Cell> right;

    void split(const std::vector<Cell>& first, const std::vector<Cell>& second) {
        left.clear();
        both.clear();
        right.clear();
        std::ranges::set_difference(first, second, std::back_inserter(left));
        std::ranges::set_intersection(first, second, std::back_inserter(both));
        std::ranges::set_difference(second, first, std::back_inserter(right));
    }
};

struct Overlap {
    // The sizes of the regions.
    std::uint32_t left;
    std::uint32_t both;
    std::uint32_t right;
    Bounds first;
    Bounds second;
};

struct Finding {
    // As wide as the region if nothing was learnt.
    Bounds left;
    Bounds both;
    Bounds right;

    explicit Finding(const Overlap& overlap)
        : left{0, overlap.left}, both{0, overlap.both}, right{0, overlap.right} {}
};

using OverlapRule = Finding (*)(const Overlap&);

// For sets with exact counts, one within the other: the rest of the larger set holds the rest of its mines.
Finding subset_rule(const Overlap& overlap);

// For sets with exact counts: the subset rule, and one more. Suppose that one set has more mines than the
// other, and that the difference is the number of cells that only it has. Then these cells are all mines, and
// the other set has no mines outside the shared cells.
Finding proposition_rule(const Overlap& overlap);

// Interval arithmetic: subtracts the bounds of the shared cells from the bounds of both sets. Finds
// everything that the rules above find.
Finding bounds_rule(const Overlap& overlap);

}  // namespace sapper

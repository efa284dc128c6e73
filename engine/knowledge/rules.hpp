// What two sets of cells that overlap say together about the cells that only one of them has, and those that
// both have. Rules see sizes and mines, never cells. A rule reports a region only where it learnt something
// that neither set says alone; what it reports then is all that both together say.
#pragma once

#include <algorithm>
#include <cstdint>

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

struct Overlap {
    // Cells that only the first set has, that both have, that only the second has.
    std::uint32_t left;
    std::uint32_t both;
    std::uint32_t right;
    Bounds first;
    Bounds second;
};

struct Finding {
    // Where nothing was learnt, as wide as the region.
    Bounds left;
    Bounds both;
    Bounds right;

    explicit Finding(const Overlap& overlap)
        : left{0, overlap.left}, both{0, overlap.both}, right{0, overlap.right} {}
};

using OverlapRule = Finding (*)(const Overlap&);

// Of a set within the other, both exact: the rest of the larger one holds the rest of its mines.
Finding subset_rule(const Overlap& overlap);

// Besides the subset rule, for exact sets: if one set has as many mines more than the other as it has cells
// of its own, those are all mines, and the other has none of its own.
Finding proposition_rule(const Overlap& overlap);

// At most k less at least m is at most k - m, at least k less at most m is at least k - m, with the bounds of
// what both have taken from both. Finds all that the rules above find.
Finding bounds_rule(const Overlap& overlap);

}  // namespace sapper
